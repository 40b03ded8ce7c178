import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fitTable, measureColumns } from "./column-widths.ts";

describe("the columns of a table", () => {
	test.each([
		["a word", 4],
		["2026-03-12 to", 10],
		["well-known", 5],
		["漢字かな", 4],
		["", 0],
	])("are measured by their longest word: %j", (text, longestWord) => {
		expect(measureColumns([["x"], [text]])[0]?.longestWord).toBe(Math.max(1, longestWord));
	});

	test("that have room are left to the engine", () => {
		expect(fitTable(measureColumns([["Name", "Value", "A remark of several words"]]))).toEqual({
			density: "plain",
			shares: undefined,
		});
	});

	test("get smaller type when their words are too long, or when they are many", () => {
		expect(fitTable(measureColumns([Array(4).fill("x".repeat(30))])).density).toBe("many");
		expect(fitTable(measureColumns([Array(12).fill("ab")])).density).toBe("crowded");
	});

	test("share all of the width, and a longer word never gets less of it", () => {
		const words = fc.array(fc.nat(60), { minLength: 9, maxLength: 30 });
		fc.assert(
			fc.property(words, (lengths) => {
				const { shares = [] } = fitTable(measureColumns([lengths.map((length) => "x".repeat(length))]));
				expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(100, 0);
				const byLength = lengths.map((length, at) => ({ length, share: shares[at] ?? 0 }));
				byLength.sort((a, b) => a.length - b.length);
				byLength.forEach(({ share }, at) => {
					expect(share).toBeGreaterThanOrEqual(byLength[at - 1]?.share ?? 0);
				});
			}),
		);
	});
});
