import { describe, expect, test } from "vitest";
import { ProgressLines, type ScriptProgress } from "./progress-lines.ts";

function told(text: string, chunkBytes: number): readonly ScriptProgress[] {
	const all: ScriptProgress[] = [];
	const lines = new ProgressLines((progress) => all.push(progress));
	const bytes = Buffer.from(text);
	for (let at = 0; at < bytes.length; at += chunkBytes) lines.push(bytes.subarray(at, at + chunkBytes));
	return all;
}

describe.each([1, 2, 7, 1000])("in parts of %i bytes", (size) => {
	test.each([
		["a line with a message", "::progress 40 half way\n", [{ progress: 40, message: "half way" }]],
		["a line without one", "a\n::progress 40\nb", [{ progress: 40 }]],
		["a percent sign and a fraction", "::progress 1.5% x\n", [{ progress: 1.5, message: "x" }]],
		[
			"two lines in a row",
			"::progress 1 a\n::progress 2 b\n",
			[
				{ progress: 1, message: "a" },
				{ progress: 2, message: "b" },
			],
		],
		["less than before", "::progress 9\n::progress 9\n::progress 3\n", [{ progress: 9 }]],
		["more than all", "::progress 999\n", [{ progress: 100 }]],
		["no number", "::progress soon\n::progress -1\n::progress 5x\n", []],
		["not at the start of a line", "x ::progress 5\n ::progress 6\n", []],
		["an unfinished line", "::progress 5", []],
		["Windows line ends", "::progress 5 a\r\n", [{ progress: 5, message: "a" }]],
	])("%s", (_what, text, expected) => {
		expect(told(text, size)).toEqual(expected);
	});
});

test("a line without an end takes no memory and hides nothing that follows", () => {
	const text = `::progress 5 ${"x".repeat(100_000)}\n::progress 6\n`;
	expect(told(text, 4096).at(-1)).toEqual({ progress: 6 });
});
