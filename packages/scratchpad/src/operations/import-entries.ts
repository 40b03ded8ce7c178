import { type CallContext, defineOperation } from "@cairn/operations";
import { logs } from "@cairn/store";
import * as z from "zod";
import { type AgentCall, agentCall } from "../agent-call.ts";
import { agentId, boundedText, path } from "../arguments.ts";
import { sha256 } from "../digest.ts";
import { LIMITS } from "../limits.ts";
import { assertWithinQuota } from "../quota.ts";
import type { StoreContext } from "../scratchpad-context.ts";

const input = z.strictObject({
	agent_id: agentId,
	path,
	/** The place of the first entry in its log, counted from 1. */
	position: z.int().min(1),
	entries: z
		.array(z.strictObject({ entry: boundedText("entry", LIMITS.entryBytes), created_at: z.int().min(0) }))
		.min(1)
		.max(LIMITS.entriesPerPage),
	dry_run: z.boolean().default(false),
});

type Entries = z.output<typeof input>["entries"];

/** Takes entries of a log over from another store, with their times; once, however often it is asked. */
export const importEntries = defineOperation({
	name: "import_entries",
	title: "Import entries of a log",
	description:
		"Take entries over from another store, unless they are here already or the log here is another one.",
	access: "append",
	idempotent: true,
	tool: false,
	input,
	output: z.object({
		added: z.int(),
		already: z.int(),
		/** The first entry that is another one here; nothing from there on was added. */
		differs_at: z.int().optional(),
	}),
	run: (context: CallContext & StoreContext, { agent_id, path, position, entries, dry_run }) =>
		agentCall(context, agent_id, async (call) => {
			call.usage.operations = 0;
			const log = await logs.findLog(call.sql, { agentId: agent_id, path });
			const here = log === undefined ? [] : await entriesFrom(call, log.id, position);
			const differing = here.findIndex(
				({ entry }, index) => index < entries.length && entry !== entries[index]?.entry,
			);
			if (differing >= 0) return { added: 0, already: differing, differs_at: position + differing };
			const missing = entries.slice(here.length);
			const already = entries.length - missing.length;
			if (!dry_run && position > (log?.last_entry_id ?? 0) + 1)
				return { added: 0, already, differs_at: position };
			if (!dry_run) await append(call, path, missing);
			return { added: missing.length, already };
		}),
});

function entriesFrom({ sql }: AgentCall, logId: number, position: number): Promise<logs.EntryRow[]> {
	return logs.listEntries(sql, { logId, after: position - 1, limit: LIMITS.entriesPerPage });
}

async function append(call: AgentCall, path: string, entries: Entries): Promise<void> {
	const { sql, agentId, agent, usage, record } = call;
	const all = entries.map(({ entry, created_at: at }) => ({ entry: Buffer.from(entry, "utf8"), at }));
	const bytes = all.reduce((sum, { entry }) => sum + entry.byteLength, 0);
	if (all.length > 0) assertWithinQuota(await agent(), { entries: all.length, bytes });
	for (const { entry, at } of all) {
		const { id, first } = await logs.appendEntry(sql, { agentId, path, entry, at });
		if (first) usage.logs = 1;
		await record({
			action: "log.append",
			object: path,
			entryId: id,
			bytes: entry.byteLength,
			afterHash: sha256(entry),
		});
	}
	usage.entries = all.length;
	usage.bytes = bytes;
	usage.bytesWritten = bytes;
}
