import { type CallContext, defineOperation } from "@cairn/operations";
import { files } from "@cairn/store";
import * as z from "zod";
import { readCall } from "../agent-call.ts";
import { agentId, prefix } from "../arguments.ts";
import { decodeCursor } from "../cursor.ts";
import { LIMITS } from "../limits.ts";
import { cursor, pageLimit, toPage } from "../page.ts";
import type { StoreContext } from "../scratchpad-context.ts";

export const listFiles = defineOperation({
	name: "list_files",
	title: "List files",
	description: "List the files of your namespace by path, with version, size and times (ms since the epoch).",
	access: "read",
	input: z.strictObject({
		agent_id: agentId,
		prefix: prefix.optional(),
		cursor: cursor.optional(),
		limit: pageLimit(LIMITS.rowsPerPage).optional(),
	}),
	output: z.object({
		files: z.array(
			z.object({
				path: z.string(),
				current_version: z.int(),
				bytes: z.int(),
				created_at: z.int(),
				updated_at: z.int(),
			}),
		),
		count: z.int(),
		next_cursor: z.string().nullable(),
	}),
	run: (context: CallContext & StoreContext, { agent_id, prefix = "", cursor, limit = LIMITS.rowsPerPage }) =>
		readCall(context, agent_id, async ({ sql }) => {
			const after = decodeCursor(prefix, cursor);
			const rows = await files.listFileRows(sql, { agentId: agent_id, prefix, after, limit: limit + 1 });
			const page = toPage(rows, { prefix, limit });
			return {
				files: page.rows.map(({ path, current_version, bytes, created_at, updated_at }) => ({
					path,
					current_version,
					bytes,
					created_at,
					updated_at,
				})),
				count: page.rows.length,
				next_cursor: page.nextCursor,
			};
		}),
});
