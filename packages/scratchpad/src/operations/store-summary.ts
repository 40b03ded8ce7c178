import { type CallContext, defineOperation } from "@cairn/operations";
import { files, summaries } from "@cairn/store";
import * as z from "zod";
import { agentCall } from "../agent-call.ts";
import { agentId, boundedText, path } from "../arguments.ts";
import { sha256 } from "../digest.ts";
import type { StoreContext } from "../scratchpad-context.ts";

/** Far above what 1,024 output tokens can be. */
const MAX_SUMMARY_BYTES = 65_536;

/** The other half of summarize_file: keeps a summary for the version that it was made of, and for no other. */
export const storeSummary = defineOperation({
	name: "store_summary",
	title: "Store a summary",
	description: "Keep the summary of a file's version, unless the file has moved on.",
	access: "append",
	tool: false,
	input: z.strictObject({
		agent_id: agentId,
		path,
		version: z.int().min(1),
		model: z.string().min(1).max(200),
		summary: boundedText("summary", MAX_SUMMARY_BYTES),
	}),
	output: z.object({ stored: z.boolean() }),
	run: (context: CallContext & StoreContext, { agent_id, path, version, model, summary }) =>
		agentCall(context, agent_id, async ({ sql, at, record }) => {
			const file = await files.findFile(sql, { agentId: agent_id, path });
			if (file?.current_version !== version) return { stored: false };
			await summaries.setSummary(sql, { fileId: file.id, version, model, summary, at });
			const bytes = Buffer.from(summary, "utf8");
			const afterHash = sha256(bytes);
			await record({ action: "summary.store", object: path, version, bytes: bytes.byteLength, afterHash });
			return { stored: true };
		}),
});
