import { type CallContext, defineOperation } from "@cairn/operations";
import { logs } from "@cairn/store";
import * as z from "zod";
import { readCall } from "../agent-call.ts";
import { agentId, path } from "../arguments.ts";
import { LIMITS } from "../limits.ts";
import type { StoreContext } from "../scratchpad-context.ts";

export const readLog = defineOperation({
	name: "read_log",
	title: "Read a log",
	description:
		"Read a log of your namespace, oldest entry first, up to 100 (or 1 MiB) a page: all, those after since_entry, or the newest " +
		"(tail). Go on with since_entry = last_entry_id while has_more.",
	access: "read",
	answer: "text",
	input: z
		.strictObject({
			agent_id: agentId,
			path,
			since_entry: z.int().min(0).optional().describe("Only entries after this entry_id."),
			tail: z.int().min(1).max(LIMITS.entriesPerPage).optional().describe("Only the newest so many."),
		})
		.refine(({ since_entry, tail }) => since_entry === undefined || tail === undefined, {
			error: "Give at most one of since_entry and tail.",
		}),
	output: z.object({
		entries: z.array(z.object({ entry_id: z.int(), entry: z.string(), created_at: z.int() })),
		total: z.int(),
		last_entry_id: z.int(),
		has_more: z.boolean(),
	}),
	run: (context: CallContext & StoreContext, { agent_id, path, since_entry = 0, tail }) =>
		readCall(context, agent_id, async ({ sql }) => {
			const log = await logs.findLog(sql, { agentId: agent_id, path });
			if (log === undefined) return { entries: [], total: 0, last_entry_id: since_entry, has_more: false };
			const rows =
				tail === undefined
					? await logs.listEntries(sql, { logId: log.id, after: since_entry, limit: LIMITS.entriesPerPage })
					: await logs.listNewestEntries(sql, { logId: log.id, limit: tail });
			const page = fitPage(rows);
			const entries = tail === undefined ? page : page.reverse();
			const after = tail === undefined ? since_entry : (entries[0]?.entry_id ?? 1) - 1;
			const last = entries.at(-1)?.entry_id ?? after;
			const newest = log.last_entry_id;
			return { entries, total: Math.max(0, newest - after), last_entry_id: last, has_more: last < newest };
		}),
});

/** The first rows that a page has room for; one at the least. */
function fitPage(rows: readonly logs.EntryRow[]) {
	let room = LIMITS.bytesPerPage;
	const end = rows.findIndex(({ bytes }, index) => {
		room -= bytes;
		return room < 0 && index > 0;
	});
	const fitting = end === -1 ? rows : rows.slice(0, end);
	return fitting.map(({ entry_id, entry, created_at }) => ({ entry_id, entry, created_at }));
}
