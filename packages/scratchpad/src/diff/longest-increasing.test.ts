import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runToEnd } from "../../test/run-to-end.ts";
import { longestIncreasing } from "./longest-increasing.ts";

function longestLength(values: readonly number[]): number {
	const lengths: number[] = [];
	for (const [index, value] of values.entries()) {
		const before = lengths.filter((_, earlier) => (values[earlier] ?? 0) < value);
		lengths[index] = Math.max(0, ...before) + 1;
	}
	return Math.max(0, ...lengths);
}

describe("the longest increasing subsequence", () => {
	test.each([
		["of nothing is empty", [], []],
		["of ascending values is all of them", [1, 2, 5], [0, 1, 2]],
		["of descending values is the last", [3, 2, 1], [2]],
		["leaves out what crosses", [5, 6, 1, 7, 8], [0, 1, 3, 4]],
		["takes equal values once", [4, 4, 4], [2]],
	])("%s", (_, values, indexes) => {
		expect(runToEnd(longestIncreasing(values))).toEqual(indexes);
	});

	test("is increasing, and none is longer", () => {
		fc.assert(
			fc.property(fc.array(fc.nat({ max: 30 }), { maxLength: 40 }), (values) => {
				const indexes = runToEnd(longestIncreasing(values));
				const picked = indexes.map((index) => values[index]);
				expect(picked).toEqual([...new Set(picked)].sort((a = 0, b = 0) => a - b));
				expect(indexes).toEqual(indexes.toSorted((a, b) => a - b));
				expect(indexes).toHaveLength(longestLength(values));
			}),
		);
	});

	test("is the same for many values, found in several steps", () => {
		const values = Array.from({ length: 20_000 }, (_, index) => index ^ 1);
		const steps = longestIncreasing(values);
		expect(steps.next().done).toBe(false);
		expect(runToEnd(steps)).toHaveLength(10_000);
	});
});
