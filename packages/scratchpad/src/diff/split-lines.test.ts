import { describe, expect, test } from "vitest";
import { runToEnd } from "../../test/run-to-end.ts";
import { isUnterminatedLine, splitLines } from "./split-lines.ts";

describe("splitting a text into lines", () => {
	test.each([
		["an empty text has no lines", "", [], false],
		["a final newline ends the last line", "a\n", ["a"], false],
		["a last line may lack its newline", "a", ["a"], true],
		["a newline alone is one empty line", "\n", [""], false],
		["empty lines count", "\n\na\n\n", ["", "", "a", ""], false],
		["a carriage return stays with its line", "a\r\nb\r\n", ["a\r", "b\r"], false],
		["a lone carriage return ends no line", "a\rb\r", ["a\rb\r"], true],
		[
			"other line separators end no line",
			"a\u2028b\u2029c\u0085d\ve\ff\n",
			["a\u2028b\u2029c\u0085d\ve\ff"],
			false,
		],
		["NUL and astral characters are kept", "\0\n🙂\n\0", ["\0", "🙂", "\0"], true],
	])("%s", (_, text, lines, unterminated) => {
		expect(runToEnd(splitLines(text))).toEqual({ lines, unterminated });
	});

	test("many lines come in several steps", () => {
		const steps = splitLines("\n".repeat(400_000));
		expect(steps.next().done).toBe(false);
		expect(runToEnd(steps).lines).toHaveLength(400_000);
	});

	test("only a last line without its newline is unterminated", () => {
		const text = runToEnd(splitLines("a\nb"));
		expect([0, 1, 2].map((line) => isUnterminatedLine(text, line))).toEqual([false, true, false]);
		expect(isUnterminatedLine(runToEnd(splitLines("a\nb\n")), 1)).toBe(false);
	});
});
