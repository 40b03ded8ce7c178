import { describe, expect, test } from "vitest";
import { bindLines, holdsLines } from "./lines.ts";

const TEXT = "one\ntwo\nthree\nfour\n";

describe("lines", () => {
	test.each<[string, number, number | undefined, number | undefined]>([
		["the first", 1, 1, 3],
		["some in the middle", 2, 3, 9],
		["the last", 4, 4, 4],
		["all", 1, undefined, 18],
		["from one on", 3, undefined, 10],
		["behind the end", 5, 5, undefined],
		["across the end", 4, 5, undefined],
	])("%s", (_name, first, last, bytes) => expect(bindLines(TEXT, first, last)?.bytes).toBe(bytes));

	test("an empty text has none, a last line needs no line feed, a carriage return is part of its line", () => {
		expect(bindLines("", 1)).toBeUndefined();
		expect(bindLines("x", 1)?.bytes).toBe(1);
		expect(bindLines("x\r\ny", 1, 1)?.bytes).toBe(2);
		expect(bindLines("\n", 1, 1)?.bytes).toBe(0);
	});
});

describe("a later version", () => {
	const bound = bindLines(TEXT, 2, 3) ?? { firstLine: 0, lastLine: 0, digest: "", bytes: 0 };
	test.each([
		["is the same", TEXT, true],
		["changed elsewhere", "1\ntwo\nthree\n4", true],
		["has lines put before them", `zero\n\n${TEXT}`, true],
		["ends with them", "two\nthree", true],
		["changed one of them", "one\ntwo\nthree!\nfour\n", false],
		["took them apart", "one\ntwo\n\nthree\nfour\n", false],
		["has them inside other lines", "one\nxtwo\nthree\nfour", false],
		["is empty", "", false],
		["has lines of the same length", "one\nowt\neerht\nfour\n", false],
	])("that %s", (_name, text, expected) => expect(holdsLines(text, bound)).toBe(expected));

	test("that is all look-alikes is given up in time", () => {
		const many = bindLines("a\n".repeat(200_000), 1, 100_000);
		expect(many && holdsLines("b\n".repeat(400_000), many)).toBe(false);
	});
});
