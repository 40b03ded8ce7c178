import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { widthOf, wrapWords } from "./wrap-words.ts";

test.each([
	["a text that fits", "one two", 7, "", "one two"],
	["one that doesn't", "one two three", 8, "", "one two\nthree"],
	["each line by itself", "one two\nthree four", 8, "", "one two\nthree\nfour"],
	["with an indent", "ok  one two three", 8, "    ", "ok  one\n    two\n    three"],
	["a line that is indented", "  one two", 6, "  ", "  one\n  two"],
	["a row of a table", "one  two  three  four", 13, "  ", "one  two\n  three  four"],
	["a path that is too long", "see /a/very/long/path there", 8, "", "see\n/a/very/long/path\nthere"],
	["not at all", "one two three", Number.POSITIVE_INFINITY, "", "one two three"],
])("wraps %s", (_what, text, width, indent, wrapped) => {
	expect(wrapWords(text, width, indent)).toBe(wrapped);
});

test("a terminal has a width, and a pipe or file has none", () => {
	const stream = (terminal: { isTTY?: boolean; columns?: number }) =>
		widthOf(Object.assign(new PassThrough(), terminal));
	expect(stream({ isTTY: true, columns: 120 })).toBe(120);
	expect(stream({ isTTY: true, columns: 0 })).toBe(80);
	expect(stream({})).toBe(Number.POSITIVE_INFINITY);
});
