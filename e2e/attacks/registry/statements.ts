import { expect } from "vitest";
import type { Attacks } from "../refuse-table.ts";
import { SQL } from "../shared-attacks.ts";
import { as, FILE } from "./requests.ts";

const sql = (operation: string, body: Record<string, unknown>, status: number): Attacks[string] => ({
	attempt: as("ada", { path: `/api/${operation}`, body }),
	status,
	answer: ({ body }) => expect(body).not.toMatch(/syntax|near |SELECT|INSERT/),
});
const CLAIM = { claim: "x", entity: "x", kind: "fact", volatility: "slow", confidence: 1 };

/** SQL where a name, an id or a cursor belongs. */
export const STATEMENTS: Attacks = {
	"SQL as an agent": {
		attempt: as("shared", { body: { ...FILE, agent_id: SQL } }),
		status: 400,
	},
	"SQL as the path of a file that is read": sql("scratchpad/read_file", { path: SQL }, 400),
	"SQL as the path of a file that is deleted": sql("scratchpad/delete_file", { path: SQL }, 400),
	"SQL as the path of a log": sql("scratchpad/read_log", { path: SQL }, 400),
	"SQL as the beginning of paths": sql("scratchpad/list_files", { prefix: SQL }, 400),
	"SQL as the beginning of logs": sql("scratchpad/list_logs", { prefix: SQL }, 400),
	"SQL as a cursor": sql("scratchpad/list_files", { cursor: SQL }, 400),
	"SQL as a claim's id": sql("claims/claim_history", { id: SQL }, 404),
	"SQL as the id of a claim that is retracted": sql("claims/claim_retract", { id: SQL }, 404),
	"SQL as a kind": sql("claims/claim_add", { ...CLAIM, kind: SQL }, 400),
	"SQL as a volatility": sql("claims/claim_add", { ...CLAIM, volatility: SQL }, 400),
	"SQL as a laptop": sql("catalog/report_catalog", { laptop: SQL }, 400),
};
