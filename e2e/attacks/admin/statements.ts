import { expect } from "vitest";
import type { Attacks } from "../refuse-table.ts";
import { SQL } from "../shared-attacks.ts";
import { get, ownForm } from "./requests.ts";

const STATEMENT = encodeURIComponent(SQL);

/** SQL where a name or a filter belongs. */
export const STATEMENTS: Attacks = {
	"SQL as an agent": { attempt: get(`/agents/${STATEMENT}`), status: 404 },
	"SQL as the path of a file": { attempt: get(`/agents/bob/files/${STATEMENT}`), status: 404 },
	"SQL as the path of a log": { attempt: get(`/agents/bob/logs/${STATEMENT}`), status: 404 },
	"SQL as a claim": { attempt: get(`/claims/${STATEMENT}`), status: 404 },
	"SQL as a script": { attempt: get(`/scripts/${STATEMENT}`), status: 404 },
	// Removing what isn't there is done already, so that a second press of the button is no fault.
	"SQL as a routine": { attempt: ownForm({ path: `/routines/${STATEMENT}/removal`, body: "" }), status: 303 },
	"SQL as a token": {
		attempt: ownForm({ path: `/agents/ada/tokens/${STATEMENT}/pause`, body: "" }),
		status: 404,
	},
	"SQL as a host": { attempt: ownForm({ path: "/settings/hosts", body: `host=${STATEMENT}` }), status: 422 },
	"SQL as what is looked for among claims": {
		attempt: get(`/claims?q=${STATEMENT}&entity=${STATEMENT}`),
		status: 200,
	},
	"SQL as the beginning of paths": {
		attempt: get(`/agents/bob/files?prefix=${STATEMENT}`),
		status: 200,
		answer: ({ body }) => expect(body).not.toContain("diary.md"),
	},
	"SQL as a filter of the audit": {
		attempt: get(`/audit?agent=${STATEMENT}&action=${STATEMENT}`),
		status: 200,
	},
};
