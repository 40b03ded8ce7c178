import { describe, expect, test } from "vitest";
import { interned } from "../../test/interned.ts";
import { runToEnd } from "../../test/run-to-end.ts";
import { createEditBudget } from "./shortest-edit.ts";
import { findWindowedEdit } from "./windowed-edit.ts";

function search(old: string, fresh: string, budget = createEditBudget()) {
	const gap = { oldStart: 0, oldEnd: old.length, newStart: 0, newEnd: fresh.length };
	const matched = runToEnd(findWindowedEdit(interned(old, fresh), gap, budget));
	const ascend = (lines: number[]) => lines.every((line, index) => line > (lines[index - 1] ?? -1));
	expect(ascend(matched.old) && ascend(matched.new)).toBe(true);
	expect(matched.old.every((line, index) => old[line] === fresh[matched.new[index] ?? -1])).toBe(true);
	return matched.old.length;
}

const alternating = "ab".repeat(10_000);

describe("the windowed edit", () => {
	test("matches what lies between scattered changes", () => {
		expect(search(alternating, alternating.replace(/(.{199})./g, "$1c"))).toBe(19_900);
	});

	test("follows lines that shift", () => {
		expect(search(alternating, `${"c".repeat(100)}${alternating}`)).toBeGreaterThan(19_500);
		expect(search(`${"c".repeat(100)}${alternating}`, alternating)).toBeGreaterThan(19_500);
	});

	test("goes on after a window that differs too much", () => {
		const changed = `${"c".repeat(1024)}${alternating.slice(1024)}`;
		expect(search(alternating, changed)).toBe(20_000 - 1024);
	});

	test("leaves the rest after three such windows", () => {
		const changed = `${"c".repeat(3 * 1024)}${alternating.slice(3 * 1024)}`;
		expect(search(alternating, changed)).toBe(0);
	});

	test("matches nothing without a budget", () => {
		expect(search(alternating, alternating, { left: 0 })).toBe(0);
	});
});
