import { type CallContext, defineOperation } from "@cairn/operations";
import * as z from "zod";
import { agentId, path } from "../arguments.ts";
import type { ClientContext } from "../scratchpad-context.ts";
import { storeSummary } from "./store-summary.ts";
import { summarySource } from "./summary-source.ts";

export const summarizeFile = defineOperation({
	name: "summarize_file",
	title: "Summarize a file",
	description:
		"Summarize a long file (over 8,000 characters) of your namespace by a small model, with the key of this program. " +
		"A summary is kept per version: asking again costs nothing until the file changes.",
	access: "read",
	at: "client",
	answer: "text",
	input: z.strictObject({ agent_id: agentId, path }),
	output: z.object({
		path: z.string(),
		current_version: z.int(),
		summary: z.string(),
		cached: z.boolean(),
		estimated_tokens: z.int(),
	}),
	run: async (context: CallContext & ClientContext, { agent_id, path }) => {
		const source = await context.call(summarySource, { agent_id, path });
		const { current_version, estimated_tokens } = source;
		if (source.summary !== undefined) {
			return { path, current_version, summary: source.summary, cached: true, estimated_tokens };
		}
		const file = { path, content: source.content ?? "", signal: context.signal };
		const { summary, model } = await context.summarizer.summarize(file);
		// The summary is paid for: whatever keeps it from being stored, the caller gets it.
		await context
			.call(storeSummary, { agent_id, path, version: current_version, model, summary })
			.catch(() => {});
		return { path, current_version, summary, cached: false, estimated_tokens };
	},
});
