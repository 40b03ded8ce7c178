import { CairnError } from "@cairn/kernel";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { parseInput } from "./parse-input.ts";

const schema = z
	.strictObject({
		name: z.string(),
		count: z.int().min(1).max(5).optional(),
		kind: z.enum(["a", "b"]).optional(),
		nested: z.object({ deep: z.number() }).optional(),
	})
	.refine(({ count, kind }) => count === undefined || kind === undefined, {
		error: "Give count or kind, not both.",
	});

describe("arguments that don't fit", () => {
	test.each<[input: unknown, sentence: string, argument: string | undefined]>([
		[{}, "name is required and must be a string.", "name"],
		[undefined, "name is required and must be a string.", "name"],
		[{ name: 1 }, "name must be a string.", "name"],
		[{ name: null }, "name must be a string.", "name"],
		[{ name: "x", count: 1.5 }, "count must be a whole number.", "count"],
		[{ name: "x", count: "1" }, "count must be a number.", "count"],
		[{ name: "x", nested: { deep: "1" } }, "nested.deep must be a number.", "nested.deep"],
		[{ name: "x", count: 1, kind: "a" }, "Give count or kind, not both.", undefined],
		[{ name: "x", nmae: "y" }, 'Unknown argument "nmae"; remove it or check its spelling.', "nmae"],
		[[], "The arguments must be one JSON object.", undefined],
		["text", "The arguments must be one JSON object.", undefined],
	])("%j", (input, sentence, argument) => {
		const error = failureOf(input);
		expect(error).toMatchObject({ code: "invalid_input", message: sentence, details: { argument } });
	});

	test("a name of any length is quoted shortly", () => {
		expect(failureOf({ name: "x", ["y".repeat(10_000)]: 1 }).message.length).toBeLessThan(120);
	});

	test("a prototype in JSON is an unknown argument like any other", () => {
		const input = JSON.parse('{"name":"x","__proto__":{"polluted":true}}');
		expect(failureOf(input).message).toContain("__proto__");
		expect(({} as Record<string, unknown>).polluted).toBeUndefined();
	});
});

function failureOf(input: unknown): CairnError {
	try {
		parseInput(schema, input);
	} catch (error) {
		if (error instanceof CairnError) return error;
		throw error;
	}
	throw new Error("the input was taken");
}
