import { describe, expect, test } from "vitest";
import { interned } from "../../test/interned.ts";
import { runToEnd } from "../../test/run-to-end.ts";
import { isOneSided, trimGap } from "./diff-gap.ts";

function trim(old: string, fresh: string): string[] {
	const lines = interned(old, fresh);
	const whole = { oldStart: 0, oldEnd: old.length, newStart: 0, newEnd: fresh.length };
	const rest = runToEnd(trimGap(whole, (oldLine, newLine) => lines.old[oldLine] === lines.new[newLine]));
	return [old.slice(rest.oldStart, rest.oldEnd), fresh.slice(rest.newStart, rest.newEnd)];
}

describe("trimming a gap", () => {
	test.each([
		["equal sides leave nothing", "abc", "abc", "", ""],
		["a common start goes", "abx", "aby", "x", "y"],
		["a common end goes", "xab", "yab", "x", "y"],
		["both go", "abxcd", "abyzcd", "x", "yz"],
		["a line is taken once, though it is both start and end", "aa", "aaa", "", "a"],
		["an empty side stays empty", "", "ab", "", "ab"],
		["nothing in common, nothing goes", "ab", "cd", "ab", "cd"],
	])("%s", (_, old, fresh, oldRest, newRest) => {
		expect(trim(old, fresh)).toEqual([oldRest, newRest]);
	});

	test("long common parts are trimmed in several steps", () => {
		const whole = { oldStart: 0, oldEnd: 100_000, newStart: 0, newEnd: 100_000 };
		const steps = trimGap(whole, (line) => line !== 50_000);
		expect(steps.next().done).toBe(false);
		expect(runToEnd(steps)).toEqual({ oldStart: 50_000, oldEnd: 50_001, newStart: 50_000, newEnd: 50_001 });
	});

	test("a gap is one-sided when either side is empty", () => {
		const gap = { oldStart: 3, oldEnd: 4, newStart: 5, newEnd: 6 };
		expect(isOneSided(gap)).toBe(false);
		expect(isOneSided({ ...gap, oldEnd: 3 })).toBe(true);
		expect(isOneSided({ ...gap, newEnd: 5 })).toBe(true);
	});
});
