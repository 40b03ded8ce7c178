import * as z from "zod";
import { LIMITS, MAX_TIMEOUT_MS } from "../limits.ts";
import { pathFault } from "../script-path.ts";
import { INPUT_TYPES } from "./manifest.ts";

const MAX_DESCRIPTION = 4000;
/** What Claude's API takes as the name of a tool, and of an argument. */
const TOOL_NAME = /^[A-Za-z0-9_-]{1,64}$/;
const INPUT_NAME = /^[A-Za-z0-9_.-]{1,64}$/;
const PROGRAM = /^[A-Za-z0-9._+-]{1,100}$/;
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]{0,99}$/;

const text = (what: string) => z.string(`${what} must be a text; put it in quotes.`);
const description = text("description")
	.trim()
	.max(MAX_DESCRIPTION, `A description may have at most ${MAX_DESCRIPTION} characters.`);
const value = z.union([z.string(), z.number(), z.boolean()], "must be one text, number, true or false.");

const input = z.object({
	type: z.enum(INPUT_TYPES, `type must be one of ${INPUT_TYPES.join(", ")}.`),
	description: description.nullish(),
	required: z.boolean("required must be true or false.").nullish(),
	default: value.nullish(),
	enum: z
		.array(value, "enum must be a list of values.")
		.min(1, "enum must have a value.")
		.max(LIMITS.enumValues)
		.nullish(),
});

const writtenOutput = z.object({ type: text("type").max(100).nullish(), description: description.nullish() });
const output = writtenOutput.nullable();

const inputs = z
	.record(
		z
			.string()
			.regex(INPUT_NAME, "An input's name has up to 64 letters, digits, dots, dashes and underscores."),
		input,
		"inputs must be a map from names to what each one is.",
	)
	.refine(
		(all) => Object.keys(all).length <= LIMITS.inputs,
		`A script may have at most ${LIMITS.inputs} inputs.`,
	);

const exec = z
	.string("exec is missing or no text: give the path of the script's program, such as ./run.sh.")
	.transform((path) => path.replace(/^(\.\/)+/, ""))
	.superRefine((path, context) => {
		const fault = pathFault(path);
		if (fault !== undefined) {
			context.addIssue(`exec must be a path inside the script's folder, such as ./run.sh, but ${fault}.`);
		}
	});

/** The shape of manifest.yaml. Unknown keys are no fault, since other programs may read them; notices tell of them. */
export const manifestSchema = z.object(
	{
		name: z
			.string("name is missing or no text: give the tool's name.")
			.regex(TOOL_NAME, "name must be 1 to 64 letters, digits, underscores and dashes."),
		description: description.nullish(),
		exec,
		inputs: inputs.nullish(),
		outputs: z
			.record(z.string().max(100), output, "outputs must be a map from names to what each one is.")
			.nullish(),
		requires: z
			.array(
				z.string().regex(PROGRAM, "requires must name programs, such as curl."),
				"requires must be a list.",
			)
			.max(50)
			.nullish(),
		timeout_ms: z
			.int("timeout_ms must be a whole number of milliseconds.")
			.min(1, "timeout_ms must be at least 1.")
			.max(MAX_TIMEOUT_MS, `timeout_ms may be at most ${MAX_TIMEOUT_MS} (an hour).`)
			.nullish(),
		secrets: z
			.array(
				z.string().regex(VARIABLE, "secrets must name environment variables."),
				"secrets must be a list.",
			)
			.max(50)
			.nullish(),
		ai_rem_entity: text("ai_rem_entity").max(200).nullish(),
	},
	"The manifest must be a map with name, description and exec.",
);

/** The keys that are read. */
export const MANIFEST_KEYS = {
	manifest: Object.keys(manifestSchema.shape),
	input: Object.keys(input.shape),
	output: Object.keys(writtenOutput.shape),
} as const;

export type WrittenManifest = z.output<typeof manifestSchema>;
export type WrittenInput = z.output<typeof input>;
