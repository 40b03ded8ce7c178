import { type CallContext, defineOperation } from "@cairn/operations";
import { agents } from "@cairn/store";
import * as z from "zod";
import { readCall } from "../agent-call.ts";
import { agentId } from "../arguments.ts";
import type { StoreContext } from "../scratchpad-context.ts";

export const getUsageStats = defineOperation({
	name: "get_usage_stats",
	title: "Usage of a namespace",
	description:
		"What your namespace holds and did: bytes, files, log entries, operations (this one too), and the bytes that diffs, " +
		"unchanged answers and cached summaries spared you.",
	access: "read",
	input: z.strictObject({ agent_id: agentId }),
	output: z.object({
		agent_id: z.string(),
		total_bytes: z.int(),
		file_count: z.int(),
		log_count: z.int(),
		total_operations: z.int(),
		bytes_saved: z.int(),
	}),
	run: (context: CallContext & StoreContext, { agent_id }) =>
		readCall(context, agent_id, async (call) => {
			const agent = (await agents.findAgent(call.sql, agent_id)) ?? agents.newAgent(agent_id);
			return {
				agent_id,
				total_bytes: agent.bytes,
				file_count: agent.files,
				log_count: agent.entries,
				total_operations: agent.operations + call.usage.operations,
				bytes_saved: agent.bytes_saved,
			};
		}),
});
