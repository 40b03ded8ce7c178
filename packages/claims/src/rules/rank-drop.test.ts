import { describe, expect, test } from "vitest";
import { dropSeverity, hasDropped, latestRanks, type Observed, populationOf } from "./rank-drop.ts";

const isDrop = (observed: Observed, asserted = 1) => {
	const ranks = latestRanks(observed).get("acme");
	return ranks !== undefined && hasDropped(asserted, ranks);
};
const both = (first: (number | null)[], second = first, validPeriods?: boolean[]): Observed => ({
	signals: [{ acme: first }, { acme: second, other: [1, 1, 1] }],
	validPeriods,
});

describe("a rank drop", () => {
	test.each<[string, Observed, boolean]>([
		["three periods beyond the margin", both([4, 4, 4]), true],
		["one more that was fine", both([5, 5, 5, 1]), true],
		["inside the margin", both([3, 3, 3]), false],
		["one period inside it", both([9, 3, 9]), false],
		["only two periods", both([5, 5]), false],
		["two periods, then fine", both([5, 5, 1]), false],
		["one signal that disagrees", both([5, 5, 5], [1, 1, 1]), false],
		["one signal that disagrees once", both([5, 5, 5], [5, 5, 3]), false],
		["a missing rank", both([5, null, 5]), false],
		["a signal that ends too early", both([5, 5, 5], [5, 5]), false],
		["an invalid period in between", both([5, 1, 5, 5], undefined, [true, false, true, true]), true],
		["invalid periods first", both([1, 1, 5, 5, 5], undefined, [false, false, true, true, true]), true],
		["too few valid periods", both([5, 5, 5], undefined, [true, true, false]), false],
		["valid periods that end early", both([5, 5, 5], undefined, [true, true]), false],
		["no signal at all", { signals: [] }, false],
		["one signal", { signals: [{ acme: [5, 5, 5] }] }, true],
		["an entity that one signal lacks", { signals: [{ acme: [5, 5, 5] }, { other: [1, 1, 1] }] }, false],
		["an entity that nobody ranks", { signals: [{ other: [5, 5, 5] }] }, false],
		["a name that every object has", { signals: [{ toString: [5, 5, 5] }, {}] }, false],
	])("%s", (_name, observed, expected) => expect(isDrop(observed)).toBe(expected));

	test("is judged by what the claim asserts", () => {
		expect(isDrop(both([5, 5, 5]), 2)).toBe(true);
		expect(isDrop(both([5, 5, 5]), 3)).toBe(false);
	});
});

describe("its severity", () => {
	test.each([
		["in a crowd", 1, 5, 20, 0.6],
		["of the last of ten", 2, 10, 10, 0.8],
		["never above 1", 1, 5, 2, 1],
		["alone in its signal", 1, 4, 1, 1],
		["of a low rank counts less", 10, 20, 10, 0.5],
	])("%s", (_name, asserted, worst, population, expected) =>
		expect(dropSeverity(asserted, worst, population)).toBeCloseTo(expected, 12),
	);

	test("goes by the worst rank and the largest signal", () => {
		const observed = { signals: [{ acme: [4, 6, 5] }, { acme: [5, 5, 9], b: [], c: [] }] };
		expect(latestRanks(observed).get("acme")).toEqual({ best: 4, worst: 9 });
		expect(populationOf(observed)).toBe(3);
		expect(populationOf({ signals: [] })).toBe(1);
	});
});
