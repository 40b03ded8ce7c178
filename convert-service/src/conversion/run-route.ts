import { conversionError } from "../conversion-error.ts";
import type { EngineOutput, EngineTask } from "../engines/engine.ts";
import { EngineCrash } from "../engines/engine-crash.ts";
import type { Format } from "../formats.ts";
import type { Engines } from "../supervisor/engines.ts";
import { warning } from "../warning.ts";
import type { Route, Step } from "./plan-route.ts";

/** Sends a document through the engines of a route, each taking what the one before it made. */
export async function runRoute(
	route: Route,
	engines: Engines,
	task: Omit<EngineTask, "from" | "to">,
): Promise<EngineOutput> {
	let output: EngineOutput = { file: task.input, warnings: [] };
	for (const step of route) {
		const next = await runStep(step, engines, { ...task, ...step, input: output.file });
		output = { ...next, warnings: [...output.warnings, ...next.warnings] };
	}
	return output;
}

/** An engine that ends on its own gets the document once more, in a fresh process. */
async function runStep(
	{ engine: name }: Step,
	engines: Engines,
	task: EngineTask & { readonly from: Format },
): Promise<EngineOutput> {
	const engine = engines.get(name);
	try {
		return await engine.run(task);
	} catch (error) {
		if (!(error instanceof EngineCrash)) throw error;
	}
	try {
		const output = await engine.run({ ...task, retry: true });
		return {
			...output,
			warnings: [
				warning("crashed", `${name} crashed, and the document was converted again`, name),
				...output.warnings,
			],
		};
	} catch (error) {
		if (!(error instanceof EngineCrash)) throw error;
		throw conversionError(
			"engine_failed",
			`${name} crashed twice on this document.`,
			"Something in it is too much for the engine: simplify it, or send it in another format.",
		);
	}
}
