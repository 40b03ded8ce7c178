import fc from "fast-check";
import { expect, test } from "vitest";
import { sliceText } from "./slice-text.ts";

test.each([
	["", 10, []],
	["short", 10, ["short"]],
	["one two three", 8, ["one two ", "three"]],
	["a paragraph\n\nand another", 20, ["a paragraph\n\n", "and another"]],
	["a line\nand another", 12, ["a line\n", "and another"]],
	["unbroken", 3, ["unb", "rok", "en"]],
	["ab😀", 3, ["ab", "😀"]],
])("%j in slices of %i", (text, maxChars, slices) => {
	expect(sliceText(text, maxChars)).toEqual(slices);
});

test("slices are the text, and none is too long", () => {
	fc.assert(
		fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 50 }), (text, maxChars) => {
			const slices = sliceText(text, maxChars);
			expect(slices.join("")).toBe(text);
			for (const slice of slices) expect(slice.length).toBeLessThanOrEqual(maxChars);
		}),
	);
});
