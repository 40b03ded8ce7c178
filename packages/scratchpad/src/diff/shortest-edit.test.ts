import { describe, expect, test } from "vitest";
import { interned } from "../../test/interned.ts";
import { runToEnd } from "../../test/run-to-end.ts";
import { createEditBudget, findShortestEdit } from "./shortest-edit.ts";

function search(old: string, fresh: string, budget = createEditBudget()) {
	const candidates = { old: [...old].map((_, line) => line), new: [...fresh].map((_, line) => line) };
	return runToEnd(findShortestEdit(interned(old, fresh), candidates, budget));
}

describe("the shortest edit", () => {
	test.each([
		["matches all of equal sides", "abc", "abc", [0, 1, 2], [0, 1, 2]],
		["matches around a change", "abc", "axc", [0, 2], [0, 2]],
		["matches nothing where nothing is equal", "ab", "cd", [], []],
		["matches the most of repeated lines", "aabaa", "abaaa", [0, 2, 3, 4], [0, 1, 2, 3]],
	])("%s", (_, old, fresh, oldLines, newLines) => {
		expect(search(old, fresh)).toEqual({ old: oldLines, new: newLines });
	});

	test("looks at the candidates alone", () => {
		const candidates = { old: [1, 3], new: [0, 2] };
		expect(runToEnd(findShortestEdit(interned("xaxb", "ayb"), candidates, createEditBudget()))).toEqual({
			old: [1, 3],
			new: [0, 2],
		});
	});

	test("is given up where it takes more than 256 edits", () => {
		expect(search("a".repeat(128), "b".repeat(128))).toEqual({ old: [], new: [] });
		expect(search("a".repeat(129), "b".repeat(128))).toBeUndefined();
	});

	test("is given up where it takes more than 1.1 million comparisons", () => {
		const alternating = "ab".repeat(60_000);
		expect(search(alternating, `c${alternating}`)?.old).toHaveLength(120_000);
		const fewFarChanges = alternating.replace(/(.{1999})./g, "$1c");
		expect(search(alternating, fewFarChanges)).toBeUndefined();
	});

	test("costs budget, and isn't looked for once that is used up", () => {
		const budget = createEditBudget();
		const whole = budget.left;
		expect(search("abc", "axc", budget)).toBeDefined();
		const afterOne = budget.left;
		expect(afterOne).toBeLessThan(whole);
		expect(search("a".repeat(400), "b".repeat(400), budget)).toBeUndefined();
		expect(afterOne - budget.left).toBeGreaterThan(100 * (whole - afterOne));
		expect(search("abc", "abc", { left: 0 })).toBeUndefined();
	});
});
