import { describe, expect, test } from "vitest";
import { applyDiff } from "./apply-diff.ts";

describe("applying a diff", () => {
	test("gives the new text", () => {
		const chunks = [
			{ op: "equal", lines: ["a"] },
			{ op: "equal", lines: [], elided: 1 },
			{ op: "remove", lines: ["c"] },
			{ op: "add", lines: ["x", "y"], no_newline_at_end: true },
		] as const;
		expect(
			applyDiff(
				"a\nb\nc\n",
				chunks.map((chunk) => ({ ...chunk, lines: [...chunk.lines] })),
			),
		).toBe("a\nb\nx\ny");
	});

	test.each([
		["removed lines aren't there", "a\n", { op: "remove", lines: ["b"] }],
		["equal lines aren't there", "a\n", { op: "equal", lines: ["b"] }],
		["lines are left over", "a\nb\n", { op: "equal", lines: ["a"] }],
		["a last newline is said to lack", "a\n", { op: "equal", lines: ["a"], no_newline_at_end: true }],
		["a last newline lacks, unsaid", "a", { op: "equal", lines: [], elided: 1 }],
		["more lines are elided than there are", "a\n", { op: "equal", lines: [], elided: 2 }],
	] as const)("fails where %s", (_, before, chunk) => {
		expect(() => applyDiff(before, [{ ...chunk, lines: [...chunk.lines] }])).toThrow(/instead of/);
	});
});
