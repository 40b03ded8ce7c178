import { describe, expect, test } from "vitest";
import { nextGeneration, staleFiles } from "./bundle-generations.mjs";

const HOUR = 3_600_000;

describe("a new bundle", () => {
	test("leaves those that were replaced within a day, and the one before it in any case", () => {
		let stamp = nextGeneration({}, ["a.mjs"], 0);
		expect(stamp).toEqual({ chunks: ["a.mjs"], replaced: [] });
		stamp = nextGeneration(stamp, ["b.mjs"], HOUR);
		stamp = nextGeneration(stamp, ["c.mjs"], 2 * HOUR);
		expect(stamp.replaced.map(({ chunks }) => chunks[0])).toEqual(["b.mjs", "a.mjs"]);
		stamp = nextGeneration(stamp, ["d.mjs"], 26 * HOUR);
		expect(stamp.replaced.map(({ chunks }) => chunks[0])).toEqual(["c.mjs"]);
		stamp = nextGeneration(stamp, ["e.mjs"], 1_000 * HOUR);
		expect(stamp.replaced.map(({ chunks }) => chunks[0])).toEqual(["d.mjs"]);
	});

	test("takes away what no bundle has, and nothing else", () => {
		const stamp = { chunks: ["a.mjs", "a.mjs.map"], replaced: [{ chunks: ["b.mjs"], at: 0 }] };
		const files = [
			"a.mjs",
			"a.mjs.map",
			"b.mjs",
			"b.mjs.map",
			"c.mjs",
			"c.mjs.map",
			"a.mjs.12.tmp",
			"kept-mcp.bin",
			"kept-mcp.bin.12.tmp",
			"bundle.json",
		];
		expect(staleFiles(files, stamp)).toEqual([
			"b.mjs.map",
			"c.mjs",
			"c.mjs.map",
			"a.mjs.12.tmp",
			"kept-mcp.bin",
			"kept-mcp.bin.12.tmp",
		]);
	});
});
