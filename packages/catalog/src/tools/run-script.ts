import { type CallContext, defineOperation } from "@cairn/operations";
import * as z from "zod";
import { runResult, tellsFailure } from "./script-face.ts";
import type { ToolsContext } from "./tools-context.ts";

export const runScript = defineOperation({
	name: "run_script",
	title: "Run a script",
	description:
		"Run a script of list_scripts by its name, for clients that don't see it as a tool of its own. Its arguments go into inputs.",
	access: "run",
	answer: "text",
	at: "client",
	tellsFailure,
	input: z.strictObject({
		name: z.string().max(64),
		inputs: z.record(z.string(), z.unknown()).optional(),
		run_id: z.string().optional().describe("Reuse a run's directory."),
	}),
	output: runResult,
	run: async ({ engine, signal, progress }: CallContext & ToolsContext, { name, inputs = {}, run_id }) => {
		const given = run_id === undefined ? inputs : { ...inputs, run_id };
		const onProgress = (update: { progress: number; message?: string }) =>
			progress({ ...update, total: 100 });
		return { ...(await engine.run({ tool: name, inputs: given, signal, onProgress })) };
	},
});
