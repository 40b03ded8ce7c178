import * as z from "zod";
import type { OperationFace } from "./operation.ts";

export interface OperationSchemas {
	readonly input: JsonSchema;
	readonly output: JsonSchema;
}

export type JsonSchema = Record<string, unknown>;

const cache = new WeakMap<OperationFace, OperationSchemas>();

/**
 * An operation's schemas as JSON Schema 2020-12, each made once, when it is asked for: zod's conversion takes
 * milliseconds, a client may list tools often, and not every tool lists what it answers.
 */
export function operationSchemas(operation: OperationFace): OperationSchemas {
	const known = cache.get(operation);
	if (known !== undefined) return known;
	let input: JsonSchema | undefined;
	let output: JsonSchema | undefined;
	const schemas: OperationSchemas = {
		get input() {
			input ??= toJsonSchema(operation.input, "input");
			return input;
		},
		get output() {
			output ??= toJsonSchema(operation.output, "output");
			return output;
		},
	};
	cache.set(operation, schemas);
	return schemas;
}

/** The input schema without the duty to give arguments that the program itself fills in. */
export function relaxRequired(schema: JsonSchema, filledIn: readonly string[]): JsonSchema {
	const required = Array.isArray(schema.required) ? schema.required : [];
	return { ...schema, required: required.filter((name) => !filledIn.includes(name)) };
}

function toJsonSchema(schema: z.ZodType, io: "input" | "output"): JsonSchema {
	const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
		io,
		override: ({ jsonSchema }) => dropNoise(jsonSchema),
	});
	return json;
}

/** zod states the range of safe integers at every integer; to an agent that is tokens without news. */
function dropNoise(json: JsonSchema): void {
	if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
	if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
}
