import { CairnError } from "@cairn/kernel";
import * as z from "zod";
import { RUN_ID_PATTERN } from "../manifest/input-schema.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { unknownVariable, variablesIn } from "./interpolate.ts";

const MAX_STEPS = 200;
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;

/** An object from JSON may have a member of this name, which a record would drop without a word. */
const PROTO = "__proto__";

/** A map from names, each of which counts. */
const named = <Value extends z.ZodType>(value: Value) =>
	z.preprocess(
		(given, context) => {
			if (typeof given === "object" && given !== null && Object.hasOwn(given, PROTO))
				context.addIssue(`${PROTO} can't be a name here; leave it out.`);
			return given;
		},
		z.record(z.string(), value),
	);

const step = z.strictObject({
	tool: z.string().describe("A script's tool name."),
	inputs: named(z.unknown())
		.optional()
		.describe(`Its arguments. \${name} in any text is a variable; a text that is one alone keeps its type.`),
	outputs_as: named(
		z.string().regex(VARIABLE, "A variable's name is a letter or _ and up to 63 letters, digits, _ or -."),
	)
		.optional()
		.describe("Which outputs become variables for later steps: {output: variable}."),
});

/** The arguments of pipeline_run. */
export const pipelineInput = z.strictObject({
	run_id: z
		.string()
		.regex(RUN_ID_PATTERN, "run_id must be 1 to 64 letters, digits, underscores and dashes.")
		.optional()
		.describe("Reuse a run's id to work on in its directory; leave it out for a new one."),
	steps: z.array(step).min(1, "steps must have at least one step.").max(MAX_STEPS),
});

export type PipelineStep = z.output<typeof step>;

/** What a pipeline must know of the tools that there are, by name. */
export type PipelineTools = ReadonlyMap<string, Pick<Manifest, "inputs" | "outputs">>;

/** Says why there is no tool of a name, where there is something to say. */
export type WhyNoTool = (tool: string) => string | undefined;

/**
 * Finds what can be found before the first step runs: unknown tools, arguments, outputs and variables, missing arguments.
 * @throws CairnError `invalid_input`, naming the step and what is wrong.
 */
export function checkPipeline(
	steps: readonly PipelineStep[],
	tools: PipelineTools,
	whyNoTool: WhyNoTool = () => undefined,
): void {
	const bound = new Set<string>();
	for (const [index, { tool, inputs = {}, outputs_as = {} }] of steps.entries()) {
		const where = `Step ${index + 1}`;
		const known = tools.get(tool);
		if (known === undefined) throw unknownTool(where, tool, whyNoTool(tool) ?? toolsThere(tools));
		checkArguments(`${where} (${tool})`, inputs, known);
		for (const name of variablesIn(inputs)) {
			if (!bound.has(name)) throw inStep(where, unknownVariable(name, bound));
		}
		for (const [output, variable] of Object.entries(outputs_as)) {
			checkOutput(`${where} (${tool})`, output, known);
			bound.add(variable);
		}
	}
}

function unknownTool(where: string, given: string, why: string): CairnError {
	const tool = given.slice(0, 100);
	return new CairnError("invalid_input", `${where}: there is no tool "${tool}". ${why}`, { tool });
}

function toolsThere(tools: PipelineTools): string {
	const names = [...tools.keys()].sort().join(", ");
	return names === "" ? "There are no scripts at the moment." : `There are ${names}.`;
}

function checkArguments(where: string, given: object, { inputs }: Pick<Manifest, "inputs">): void {
	for (const name of Object.keys(given)) {
		if (Object.hasOwn(inputs, name)) continue;
		const names = Object.keys(inputs).join(", ") || "none";
		throw new CairnError(
			"invalid_input",
			`${where}: unknown argument "${name.slice(0, 100)}"; it takes ${names}.`,
		);
	}
	for (const [name, { required }] of Object.entries(inputs)) {
		if (!required || Object.hasOwn(given, name)) continue;
		throw new CairnError("invalid_input", `${where}: the argument ${name} is required.`);
	}
}

/** Outputs that a manifest doesn't list are possible only where it lists none. */
function checkOutput(where: string, output: string, { outputs = {} }: Pick<Manifest, "outputs">): void {
	const names = Object.keys(outputs);
	if (names.length === 0 || Object.hasOwn(outputs, output)) return;
	throw new CairnError(
		"invalid_input",
		`${where}: it has no output "${output.slice(0, 100)}"; it has ${names.join(", ")}.`,
	);
}

function inStep(where: string, error: CairnError): CairnError {
	return new CairnError(error.code, `${where}: ${error.message}`, error.details);
}
