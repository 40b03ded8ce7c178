import { type CallContext, defineOperation } from "@cairn/operations";
import { files } from "@cairn/store";
import * as z from "zod";
import { agentCall } from "../agent-call.ts";
import { agentId, path } from "../arguments.ts";
import type { StoreContext } from "../scratchpad-context.ts";

export const deleteFile = defineOperation({
	name: "delete_file",
	title: "Delete a file",
	description: "Delete a file with all its versions and its summary. A log of the same path stays.",
	access: "write",
	idempotent: true,
	input: z.strictObject({ agent_id: agentId, path }),
	output: z.object({ path: z.string(), deleted: z.boolean(), versions_removed: z.int() }),
	run: (context: CallContext & StoreContext, { agent_id, path }) =>
		agentCall(context, agent_id, async ({ sql, at, usage, record }) => {
			const key = { agentId: agent_id, path };
			const file = await files.findFile(sql, key);
			if (file === undefined) return { path, deleted: false, versions_removed: 0 };
			await files.deleteFile(sql, { ...key, id: file.id, lastVersion: file.current_version, at });
			usage.files = -1;
			usage.bytes = -file.retained_bytes;
			await record({
				action: "file.delete",
				object: path,
				version: file.current_version,
				bytes: file.retained_bytes,
				beforeHash: file.digest,
			});
			return { path, deleted: true, versions_removed: file.versions };
		}),
});
