import { expect, test } from "vitest";
import { wordEnd } from "./word-end.ts";

test.each([
	["that is shorter", "one two", 20, "one two"],
	["that is as long", "one two", 7, "one two"],
	["in a word", "one two three four", 16, "one two three"],
	["right behind a word", "one two three", 7, "one two"],
	["right behind a space", "one two three", 8, "one two"],
	["in its only word", "x".repeat(30), 20, "x".repeat(20)],
	["in a word that is most of it", `a ${"x".repeat(30)}`, 20, `a ${"x".repeat(18)}`],
	["to nothing", "one", 0, ""],
])("a text %s is cut at the end of a word where there is one", (_what, text, length, shown) => {
	expect(text.slice(0, wordEnd(text, length))).toBe(shown);
});
