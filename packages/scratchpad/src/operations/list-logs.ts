import { type CallContext, defineOperation } from "@cairn/operations";
import { logs } from "@cairn/store";
import * as z from "zod";
import { readCall } from "../agent-call.ts";
import { agentId, prefix } from "../arguments.ts";
import { decodeCursor } from "../cursor.ts";
import { LIMITS } from "../limits.ts";
import { cursor, pageLimit, toPage } from "../page.ts";
import type { StoreContext } from "../scratchpad-context.ts";

const DEFAULT_LIMIT = 100;

export const listLogs = defineOperation({
	name: "list_logs",
	title: "List logs",
	description:
		"List the logs of your namespace by path, with number of entries, size and times (ms since the epoch).",
	access: "read",
	input: z.strictObject({
		agent_id: agentId,
		prefix: prefix.optional(),
		cursor: cursor.optional(),
		limit: pageLimit(LIMITS.rowsPerPage).optional(),
	}),
	output: z.object({
		logs: z.array(
			z.object({
				path: z.string(),
				entries: z.int(),
				bytes: z.int(),
				first_entry_at: z.int(),
				last_entry_at: z.int(),
			}),
		),
		next_cursor: z.string().nullable(),
	}),
	run: (context: CallContext & StoreContext, { agent_id, prefix = "", cursor, limit = DEFAULT_LIMIT }) =>
		readCall(context, agent_id, async ({ sql }) => {
			const after = decodeCursor(prefix, cursor);
			const rows = await logs.listLogRows(sql, { agentId: agent_id, prefix, after, limit: limit + 1 });
			const page = toPage(rows, { prefix, limit });
			return {
				logs: page.rows.map(({ path, entries, bytes, first_entry_at, last_entry_at }) => ({
					path,
					entries,
					bytes,
					first_entry_at,
					last_entry_at,
				})),
				next_cursor: page.nextCursor,
			};
		}),
});
