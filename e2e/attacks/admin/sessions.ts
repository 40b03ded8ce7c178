import type { Attacks } from "../refuse-table.ts";
import { get, leadsTo, ownForm, setsNothing, stranger } from "./requests.ts";

/** Whoever is not the owner, or says so wrongly. */
export const SESSIONS: Attacks = {
	"a stranger at the home page": { attempt: stranger("/"), status: 303, answer: leadsTo("/login?next=%2F") },
	"a stranger at an agent's file": { attempt: stranger("/agents/bob/files/diary.md"), status: 303 },
	"a stranger at a download": { attempt: stranger("/agents/bob/raw/diary.md"), status: 303 },
	"a stranger at the audit's export": { attempt: stranger("/audit/export.ndjson"), status: 303 },
	"a stranger at a stream of changes": {
		attempt: () => ({ path: "/changes", headers: { accept: "text/event-stream" } }),
		status: 401,
	},
	"a stranger who makes a token": {
		attempt: ownForm({ path: "/agents/bob/tokens", body: "label=x", signedIn: false }),
		status: 401,
		answer: setsNothing,
	},
	"a stranger who restores a backup": {
		attempt: ownForm({ path: "/backups/x/restore", body: "", signedIn: false }),
		status: 303,
	},
	"a session that was made up": {
		attempt: () => ({ path: "/", headers: { cookie: `cairn_session=${"A".repeat(43)}` } }),
		status: 303,
		answer: leadsTo("/login?next=%2F&ended=1"),
	},
	"a session by its hash": {
		attempt: ({ cookie }) => ({ path: "/", headers: { cookie: `${cookie.slice(0, -4)}AAAA` } }),
		status: 303,
	},
	"an https session's cookie over http": {
		attempt: ({ cookie }) => ({ path: "/", headers: { cookie: `__Host-${cookie}` } }),
		status: 303,
	},
	"an agent's token instead of a session": {
		attempt: ({ tokens }) => ({ path: "/", headers: { authorization: `Bearer ${tokens.shared}` } }),
		status: 303,
	},
	"a wrong password": {
		attempt: ownForm({ path: "/login", body: "password=guess", signedIn: false }),
		status: 422,
		answer: setsNothing,
		audited: true,
	},
	"the setup after the setup": { attempt: stranger("/setup"), status: 404 },
	"the setup after the setup, by its form": {
		attempt: ownForm({
			path: "/setup",
			body: "code=0000-0000-0000-0000&password=anotherpassword",
			signedIn: false,
		}),
		status: 404,
		answer: setsNothing,
	},
	"figures by the owner's session and a wrong token": {
		attempt: get("/metrics", { authorization: "Bearer guess" }),
		status: 401,
		audited: true,
	},
};
