import { describe, expect, test } from "vitest";
import { interned } from "../../test/interned.ts";
import { runToEnd } from "../../test/run-to-end.ts";
import { findAnchors } from "./rare-anchors.ts";
import { createLineTally, findSharedLines } from "./shared-lines.ts";

function anchors(old: string, fresh: string) {
	const lines = interned(old, fresh);
	const tally = createLineTally(lines);
	const gap = { oldStart: 0, oldEnd: old.length, newStart: 0, newEnd: fresh.length };
	const shared = runToEnd(findSharedLines(lines, gap, tally));
	return runToEnd(findAnchors(lines, shared, tally));
}

describe("anchors", () => {
	test.each([
		["are the lines unique to both sides", "xaxbx", "xxaxb", [1, 3], [2, 4]],
		["are, of those that cross, the most that don't", "abcxx", "cabxx", [0, 1], [1, 2]],
		[
			"are lines that occur twice on both sides where none is unique",
			"axxbab",
			"xabxab",
			[1, 3, 4, 5],
			[0, 2, 4, 5],
		],
		["don't exist without a line that occurs equally often", "aab", "bba", [], []],
		["don't exist without shared lines", "aa", "bb", [], []],
	])("%s", (_, old, fresh, oldLines, newLines) => {
		expect(anchors(old, fresh)).toEqual({ old: oldLines, new: newLines });
	});

	test("are no lines that occur more than eight times", () => {
		expect(anchors("a".repeat(8), "a".repeat(8)).old).toHaveLength(8);
		expect(anchors("a".repeat(9), "a".repeat(9)).old).toHaveLength(0);
	});
});
