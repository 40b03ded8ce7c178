import { describe, expect, test } from "vitest";
import { interned } from "../../test/interned.ts";
import { runToEnd } from "../../test/run-to-end.ts";
import { createLineTally, findSharedLines } from "./shared-lines.ts";

function find(old: string, fresh: string) {
	const lines = interned(old, fresh);
	const gap = { oldStart: 0, oldEnd: old.length, newStart: 0, newEnd: fresh.length };
	return runToEnd(findSharedLines(lines, gap, createLineTally(lines)));
}

describe("finding the lines that both sides of a gap share", () => {
	test.each([
		["none", "ab", "cd", [], [], 0, true],
		["unique ones", "axb", "byza", [0, 2], [0, 3], 1, true],
		["one twice on a side", "aba", "ab", [0, 1, 2], [0, 1], 1, false],
		["all twice on both sides", "aabb", "abab", [0, 1, 2, 3], [0, 1, 2, 3], 2, false],
		["none equally often", "aab", "abb", [0, 1, 2], [0, 1, 2], 0, false],
	])("%s", (_, old, fresh, oldLines, newLines, rarest, unique) => {
		expect(find(old, fresh)).toEqual({ old: oldLines, new: newLines, rarest, unique });
	});

	test("a tally forgets the gap before", () => {
		const lines = interned("abcab", "abcba");
		const tally = createLineTally(lines);
		runToEnd(findSharedLines(lines, { oldStart: 0, oldEnd: 5, newStart: 0, newEnd: 5 }, tally));
		const part = { oldStart: 2, oldEnd: 4, newStart: 3, newEnd: 5 };
		expect(runToEnd(findSharedLines(lines, part, tally))).toEqual({
			old: [3],
			new: [4],
			rarest: 1,
			unique: true,
		});
	});
});
