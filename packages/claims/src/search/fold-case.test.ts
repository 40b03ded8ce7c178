import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { foldCase } from "./fold-case.ts";

describe("folding", () => {
	test.each([
		["ASCII", "Hello", "hello"],
		["umlauts", "ÄPFEL", "äpfel"],
		["an accent typed on its own", "A\u0308PFEL", "äpfel"],
		["sharp s", "Straße", "STRASSE"],
		["capital sharp s", "STRAẞE", "strasse"],
		["a ligature", "ﬁne", "FINE"],
		["Greek final sigma", "ΟΔΟΣ", "οδος"],
		["I with a dot", "İ", "i\u0307"],
		["Cherokee", "Ꭰ", "ꭰ"],
		["beyond the first plane", "𐐀", "𐐨"],
		["Deseret beside ASCII", "x𐐀Y", "X𐐨y"],
		["an iota below", "ᾼ", "αι"],
		["micro and mu", "µ", "μ"],
		["the Kelvin sign", "\u212a", "k"],
		["Japanese", "東京", "東京"],
	])("%s: %s and %s are the same", (_name, one, other) => expect(foldCase(one)).toBe(foldCase(other)));

	test.each([
		["i without a dot and i", "ı", "i"],
		["o and ö", "o", "ö"],
		["s and ß", "s", "ß"],
		["hiragana and katakana", "か", "カ"],
	])("%s stay apart", (_name, one, other) => expect(foldCase(one)).not.toBe(foldCase(other)));
});

test("folding again changes nothing", () => {
	fc.assert(
		fc.property(fc.string({ unit: "grapheme" }), (text) => {
			expect(foldCase(foldCase(text))).toBe(foldCase(text));
		}),
	);
});
