import * as z from "zod";
import type { InputValue, Manifest, ManifestInput } from "./manifest.ts";

/** What a run's id may look like: it names a directory. */
export const RUN_ID_PATTERN = /^[A-Za-z0-9_-]{1,64}$/;

const runId = z
	.string()
	.regex(RUN_ID_PATTERN, "run_id must be 1 to 64 letters, digits, underscores and dashes.")
	.optional()
	.describe("Reuse a run's id to work on in its directory; leave it out for a new one.");

/** A script's arguments: those of its manifest in their order, `run_id`, and no others. */
export function inputSchema(manifest: Manifest): z.ZodObject<Record<string, z.ZodType>> {
	const inputs = Object.entries(manifest.inputs).map(([name, input]) => [name, argument(input)] as const);
	return z.strictObject(Object.fromEntries<z.ZodType>([...inputs, ["run_id", runId]]));
}

/** The same as JSON Schema 2020-12, as a tool list carries it. */
export function inputJsonSchema(manifest: Manifest): Record<string, unknown> {
	const { $schema: _dialect, ...json } = z.toJSONSchema(inputSchema(manifest), {
		io: "input",
		override: ({ jsonSchema }) => {
			if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
			if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
		},
	});
	return json;
}

function argument(input: ManifestInput): z.ZodType {
	const described = input.description === undefined ? base(input) : base(input).describe(input.description);
	if (input.default !== undefined) return described.default(input.default);
	return input.required ? described : described.optional();
}

function base({ type, enum: allowed }: ManifestInput): z.ZodType<InputValue> {
	if (allowed !== undefined) return z.literal([...allowed], `must be one of ${allowed.join(", ")}.`);
	if (type === "string") return z.string();
	if (type === "boolean") return z.boolean();
	return type === "integer" ? z.int() : z.number();
}
