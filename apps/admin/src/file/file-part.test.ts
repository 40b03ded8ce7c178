import { describe, expect, test } from "vitest";
import { filePart, LINE_LIMIT } from "./file-part.ts";
import { lineEndings } from "./line-endings.ts";
import { splitLines } from "./split-lines.ts";

const many = Array.from({ length: 5_000 }, (_, index) => `line ${index + 1}`);

describe("a part of a file", () => {
	test("is the whole of a short one", () => {
		expect(filePart(["a", "b"], { from: 1 })).toEqual({
			lines: [
				{ number: 1, text: "a", hidden: 0 },
				{ number: 2, text: "b", hidden: 0 },
			],
		});
	});

	test("ends before it grows too large, and names the line to go on from", () => {
		const first = filePart(many, { from: 1 });
		expect(first.lines.length).toBeLessThan(400);
		const second = filePart(many, { from: first.next ?? 0 });
		expect(second.lines[0]?.number).toBe((first.lines.at(-1)?.number ?? 0) + 1);
	});

	test("covers every line once when all parts are read", () => {
		const seen: number[] = [];
		for (let from: number | undefined = 1; from !== undefined; ) {
			const part = filePart(many, { from });
			seen.push(...part.lines.map(({ number }) => number));
			from = part.next;
		}
		expect(seen).toEqual(many.map((_, index) => index + 1));
	});

	test("shows all lines when asked", () => {
		expect(filePart(many, { from: 1, all: true })).toMatchObject({ lines: { length: 5_000 } });
	});

	test("beyond the end is empty", () => {
		expect(filePart(["a"], { from: 9 })).toEqual({ lines: [] });
	});

	test("cuts a long line and says how much is hidden", () => {
		const [line] = filePart(["x".repeat(LINE_LIMIT.characters + 5)], { from: 1 }).lines;
		expect(line).toEqual({ number: 1, text: "x".repeat(LINE_LIMIT.characters), hidden: 5 });
	});

	test("never cuts a character in half", () => {
		const [line] = filePart([`${"x".repeat(LINE_LIMIT.characters - 1)}😀tail`], { from: 1 }).lines;
		expect(line?.text).toBe("x".repeat(LINE_LIMIT.characters - 1));
	});

	test("shows a long line whole when asked, between the lines that stood around it", () => {
		const lines = ["first", "<&>".repeat(300_000), "x".repeat(1_000), "last"];
		const short = filePart(lines, { from: 1 });
		const opened = filePart(lines, { from: 1, whole: 2 });
		expect(opened.lines.map(({ number }) => number)).toEqual(short.lines.map(({ number }) => number));
		expect(opened.lines[1]).toEqual({ number: 2, text: lines[1], hidden: 0 });
		expect(opened.lines[2]?.hidden).toBe(400);
	});

	test("shows every line whole when all of them are asked for", () => {
		const lines = ["x".repeat(5_000), "", "y".repeat(100_000)];
		expect(filePart(lines, { from: 1, all: true }).lines.map(({ text }) => text)).toEqual(lines);
	});
});

describe("lines", () => {
	test("end at a newline, and a final newline opens no new one", () => {
		expect(splitLines("a\nb\n")).toEqual(["a", "b"]);
		expect(splitLines("a\n\n")).toEqual(["a", ""]);
		expect(splitLines("")).toEqual([]);
	});

	test.each([
		[["a", "b"], "lf"],
		[["a\r", "b\r"], "crlf"],
		[["a\r", "b"], "mixed"],
		[[], "lf"],
	] as const)("%j end with %s", (lines, endings) => {
		expect(lineEndings(lines)).toBe(endings);
	});
});
