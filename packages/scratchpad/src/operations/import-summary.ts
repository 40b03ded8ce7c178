import { type CallContext, defineOperation } from "@cairn/operations";
import { files, summaries } from "@cairn/store";
import * as z from "zod";
import { agentCall } from "../agent-call.ts";
import { agentId, boundedText, path } from "../arguments.ts";
import { sha256 } from "../digest.ts";
import { LIMITS } from "../limits.ts";
import type { StoreContext } from "../scratchpad-context.ts";

/** Stands for the model of a summary whose store didn't keep it. */
const UNKNOWN_MODEL = "unknown";

/** Takes the summary of a file's current version over from another store. */
export const importSummary = defineOperation({
	name: "import_summary",
	title: "Import a summary",
	description: "Take the summary of a file's version over from another store, unless the file has moved on.",
	access: "append",
	idempotent: true,
	tool: false,
	input: z.strictObject({
		agent_id: agentId,
		path,
		version: z.int().min(1),
		summary: boundedText("summary", LIMITS.entryBytes),
		dry_run: z.boolean().default(false),
	}),
	output: z.object({ outcome: z.enum(["added", "already", "outdated"]) }),
	run: (context: CallContext & StoreContext, { agent_id, path, version, summary, dry_run }) =>
		agentCall(context, agent_id, async ({ sql, at, usage, record }) => {
			usage.operations = 0;
			const file = await files.findFile(sql, { agentId: agent_id, path });
			// In a dry run the file isn't here yet.
			if (file === undefined && dry_run) return { outcome: "added" as const };
			if (file?.current_version !== version) return { outcome: "outdated" as const };
			if ((await summaries.findSummary(sql, file.id, version)) !== undefined)
				return { outcome: "already" as const };
			if (dry_run) return { outcome: "added" as const };
			await summaries.setSummary(sql, { fileId: file.id, version, model: UNKNOWN_MODEL, summary, at });
			const bytes = Buffer.from(summary, "utf8");
			const afterHash = sha256(bytes);
			await record({ action: "summary.store", object: path, version, bytes: bytes.byteLength, afterHash });
			return { outcome: "added" as const };
		}),
});
