import { type CallContext, defineOperation } from "@cairn/operations";
import { pipelineInput } from "../pipeline/plan-pipeline.ts";
import { runResult, tellsFailure } from "./script-face.ts";
import type { ToolsContext } from "./tools-context.ts";

export const pipelineRun = defineOperation({
	name: "pipeline_run",
	title: "Run a pipeline",
	description:
		// biome-ignore lint/suspicious/noTemplateCurlyInString: told to the agent as it is written
		"Run scripts one after the other in one run directory. outputs_as turns an output into a variable, ${variable} puts it " +
		"into later inputs ($${ is a literal ${). Stops at the first failure.",
	access: "run",
	answer: "text",
	at: "client",
	tellsFailure,
	input: pipelineInput,
	output: runResult,
	run: async ({ engine, signal, progress }: CallContext & ToolsContext, { steps, run_id }) => ({
		...(await engine.runPipeline({ steps, runId: run_id, signal, onProgress: progress })),
	}),
});
