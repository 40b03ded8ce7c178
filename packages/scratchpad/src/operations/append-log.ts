import { type CallContext, defineOperation } from "@cairn/operations";
import { logs } from "@cairn/store";
import * as z from "zod";
import { agentCall } from "../agent-call.ts";
import { agentId, boundedText, path } from "../arguments.ts";
import { sha256 } from "../digest.ts";
import { LIMITS } from "../limits.ts";
import { assertWithinQuota } from "../quota.ts";
import type { StoreContext } from "../scratchpad-context.ts";

export const appendLog = defineOperation({
	name: "append_log",
	title: "Append to a log",
	description:
		"Add an entry (text or JSON as text, up to 64 KiB) to an append-only log of your namespace. Entries count 1, 2, 3 …",
	access: "append",
	input: z.strictObject({ agent_id: agentId, path, entry: boundedText("entry", LIMITS.entryBytes) }),
	output: z.object({ path: z.string(), entry_id: z.int(), bytes_written: z.int() }),
	run: (context: CallContext & StoreContext, { agent_id, path, entry }) =>
		agentCall(context, agent_id, async ({ sql, agent, at, usage, record }) => {
			const bytes = Buffer.from(entry, "utf8");
			assertWithinQuota(await agent(), { entries: 1, bytes: bytes.byteLength });
			const { id, first } = await logs.appendEntry(sql, { agentId: agent_id, path, entry: bytes, at });
			usage.logs = first ? 1 : 0;
			usage.entries = 1;
			usage.bytes = bytes.byteLength;
			usage.bytesWritten = bytes.byteLength;
			await record({
				action: "log.append",
				object: path,
				entryId: id,
				bytes: bytes.byteLength,
				afterHash: sha256(bytes),
			});
			return { path, entry_id: id, bytes_written: bytes.byteLength };
		}),
});
