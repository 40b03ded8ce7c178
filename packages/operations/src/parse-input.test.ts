import { CairnError } from "@cairn/kernel";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { parseInput } from "./parse-input.ts";

const schema = z
	.strictObject({
		name: z.string(),
		count: z.int().min(1).max(5).optional(),
		tags: z.array(z.string().max(3)).max(2).optional(),
		kind: z.enum(["a", "b"]).optional(),
		nested: z.strictObject({ deep: z.number().positive().lt(9) }).optional(),
		steps: z
			.array(z.strictObject({ tool: z.string() }))
			.min(1)
			.optional(),
		notes: z.record(z.string(), z.string()).optional(),
	})
	.refine(({ count, kind }) => count === undefined || kind === undefined, {
		error: "Give count or kind, not both.",
	});

const ALL = "The arguments are name, count, tags, kind, nested, steps, notes.";

describe("arguments that don't fit", () => {
	test.each<[input: unknown, sentence: string, argument: string | undefined]>([
		[{}, "name is required and must be a string.", "name"],
		[undefined, "name is required and must be a string.", "name"],
		[{ name: 1 }, "name must be a string.", "name"],
		[{ name: null }, "name must be a string.", "name"],
		[{ name: "x", count: 1.5 }, "count must be a whole number.", "count"],
		[{ name: "x", count: 6 }, "count must be at most 5.", "count"],
		[{ name: "x", count: 0 }, "count must be at least 1.", "count"],
		[{ name: "x", tags: ["a", "b", "c"] }, "tags must have at most 2 items.", "tags"],
		[{ name: "x", tags: ["long"] }, "tags.0 must have at most 3 characters.", "tags.0"],
		[{ name: "x", count: "1" }, "count must be a number.", "count"],
		[{ name: "x", nested: { deep: "1" } }, "nested.deep must be a number.", "nested.deep"],
		[{ name: "x", nested: { deep: 0 } }, "nested.deep must be more than 0.", "nested.deep"],
		[{ name: "x", nested: { deep: 9 } }, "nested.deep must be less than 9.", "nested.deep"],
		[{ name: "x", count: 1, kind: "a" }, "Give count or kind, not both.", undefined],
		[{ name: "x", nmae: "y" }, `Unknown argument "nmae"; remove it or check its spelling. ${ALL}`, "nmae"],
		[{ nmae: "y" }, `name is required and must be a string; "nmae" is unknown. ${ALL}`, "name"],
		[{ name: 1, nmae: "y", b: 1 }, `name must be a string; "nmae", "b" are unknown. ${ALL}`, "name"],
		[
			{ name: "x", nested: { deep: 1, depth: 2 } },
			'nested: Unknown argument "depth"; remove it or check its spelling. The only argument is deep.',
			"nested.depth",
		],
		[{ name: 1, nested: { deep: 1, depth: 2 } }, "name must be a string.", "name"],
		[
			{ name: "x", steps: [{ tool: "a" }, { tol: "b" }] },
			'steps.1.tool is required and must be a string; "tol" is unknown. The only argument is tool.',
			"steps.1.tool",
		],
		[[], "The arguments must be one JSON object.", undefined],
		["text", "The arguments must be one JSON object.", undefined],
	])("%j", (input, sentence, argument) => {
		const error = failureOf(input);
		expect(error).toMatchObject({ code: "invalid_input", message: sentence, details: { argument } });
	});

	test("a name of any length is quoted shortly", () => {
		const { message, details } = failureOf({ name: "x", ["y".repeat(1_000_000)]: 1 });
		expect(message).toBe(`Unknown argument "${"y".repeat(40)}…"; remove it or check its spelling. ${ALL}`);
		expect(details).toEqual({ argument: `${"y".repeat(40)}…` });
	});

	test("a key that the caller chose is quoted shortly where it leads to the fault", () => {
		const { message, details } = failureOf({ name: "x", notes: { ["y".repeat(1_000_000)]: 1 } });
		expect(message).toBe(`notes.${"y".repeat(40)}… must be a string.`);
		expect(details).toEqual({ argument: `notes.${"y".repeat(40)}…` });
	});

	test("three of many names are told, and how many more there are", () => {
		const unknown = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`k${index}`, 1]));
		expect(failureOf({ name: "x", ...unknown }).message).toBe(
			`Unknown arguments "k0", "k1", "k2" and 99997 more; remove them or check their spelling. ${ALL}`,
		);
		expect(failureOf({ name: "x", a: 1, b: 2 }).message).toBe(
			`Unknown arguments "a", "b"; remove them or check their spelling. ${ALL}`,
		);
	});

	test("twenty of many arguments that there are are listed; of none that is said", () => {
		const many = z.strictObject(
			Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`a${index}`, z.string().optional()])),
		);
		expect(failureOf({ b: 1 }, many).message).toMatch(/ The arguments are a0, .*, a19 and 5 more\.$/);
		expect(failureOf({ b: 1 }, z.strictObject({})).message).toMatch(/ There are no arguments\.$/);
	});

	test("a prototype in JSON is an unknown argument like any other", () => {
		const input = JSON.parse('{"name":"x","__proto__":{"polluted":true}}');
		expect(failureOf(input).message).toContain("__proto__");
		expect(({} as Record<string, unknown>).polluted).toBeUndefined();
	});
});

function failureOf(input: unknown, of: z.ZodType = schema): CairnError {
	try {
		parseInput(of, input);
	} catch (error) {
		if (error instanceof CairnError) return error;
		throw error;
	}
	throw new Error("the input was taken");
}
