import fc from "fast-check";
import { expect, test } from "vitest";
import { printable, printableJson } from "./printable.ts";

test.each([
	["an escape sequence", "\u001b[31mred", "\\u{1b}[31mred"],
	["its one-byte form", "\u009b31m", "\\u{9b}31m"],
	["a bell and a backspace", "a\u0007\b", "a\\u{7}\\u{8}"],
	["line breaks", "a\nb\r\u2028c", "a\\nb\\u{d}\\u{2028}c"],
	["marks that turn the direction", "a\u202eb\u2066", "a\\u{202e}b\\u{2066}"],
	["what has no width", "a\u200bb\ufeff\u{e0041}", "a\\u{200b}b\\u{feff}\\u{e0041}"],
	["joined emoji", "👩‍💻", "👩‍💻"],
	["ordinary text of the world", "äpfel 東京 שלום \\n", "äpfel 東京 שלום \\n"],
])("%s", (_name, text, shown) => expect(printable(text)).toBe(shown));

test("JSON stays the same JSON, and holds nothing that a terminal obeys", () => {
	fc.assert(
		fc.property(fc.string({ unit: "binary" }), (text) => {
			const json = printableJson({ text });
			expect(JSON.parse(json)).toEqual({ text });
			expect(json).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e]/u);
		}),
	);
});
