import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runToEnd } from "../../test/run-to-end.ts";
import { trimGap } from "./diff-gap.ts";
import { isUnterminatedLine, splitLines } from "./split-lines.ts";
import { trimTexts } from "./trim-texts.ts";

function split(text: string) {
	return { ...runToEnd(splitLines(text)), text };
}

function trim(before: string, after: string) {
	return runToEnd(trimTexts(split(before), split(after)));
}

describe("trimming texts", () => {
	test.each([
		["a common start", "a\nb\nx\n", "a\nb\ny\n", [2, 3, 2, 3]],
		["a common end", "x\na\nb\n", "y\na\nb\n", [0, 1, 0, 1]],
		["not the start of a line", "a\nbc\n", "a\nbd\n", [1, 2, 1, 2]],
		["not the end of a line", "bc\na\n", "c\na\n", [0, 1, 0, 1]],
		["not a last line that the other text goes on after", "a\nb", "a\nb\nc", [1, 2, 1, 3]],
		["a last line without its newline in both", "x\nb", "y\nb", [0, 1, 0, 1]],
		["equal texts", "a\nb", "a\nb", [2, 2, 2, 2]],
		["a line once, though it is both start and end", "a\na\n", "a\na\na\n", [2, 2, 2, 3]],
		["nothing of an empty text", "", "a\n", [0, 0, 0, 1]],
	])("takes away %s", (_, before, after, [oldStart, oldEnd, newStart, newEnd]) => {
		expect(trim(before, after)).toEqual({ oldStart, oldEnd, newStart, newEnd });
	});

	test("leaves what comparing line with line leaves, of any texts", () => {
		const text = fc.string({ unit: fc.constantFrom("a", "b", "\n", "\r"), maxLength: 40 });
		fc.assert(
			fc.property(text, text, text, text, (start, a, b, end) => {
				const [old, fresh] = [split(start + a + end), split(start + b + end)];
				const whole = { oldStart: 0, oldEnd: old.lines.length, newStart: 0, newEnd: fresh.lines.length };
				const lineByLine = trimGap(
					whole,
					(i, j) =>
						old.lines[i] === fresh.lines[j] && isUnterminatedLine(old, i) === isUnterminatedLine(fresh, j),
				);
				expect(runToEnd(trimTexts(old, fresh))).toEqual(runToEnd(lineByLine));
			}),
			{ numRuns: 1000 },
		);
	});

	test("goes over long common parts in several steps", () => {
		const common = "line\n".repeat(50_000);
		const steps = trimTexts(split(`${common}x\n${common}`), split(`${common}y\n${common}`));
		expect(steps.next().done).toBe(false);
		expect(runToEnd(steps)).toEqual({ oldStart: 50_000, oldEnd: 50_001, newStart: 50_000, newEnd: 50_001 });
	});
});
