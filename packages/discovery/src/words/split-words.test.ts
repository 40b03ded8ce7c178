import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { splitWords } from "./split-words.ts";

describe("the words of a text", () => {
	test.each([
		["signs part them", "md_to_pdf: a.b/c-PDF", ["md", "pdf", "pdf"]],
		["their case doesn't matter", "STRASSE Größe ÉTÉ", ["strasse", "größe", "été"]],
		["full width letters are letters", "ＰＤＦ", ["pdf"]],
		["English stop words are left out", "how can I use this with the PDF", ["pdf"]],
		["German ones too", "kannst du das bitte als PDF für mich machen", ["pdf"]],
		["Chinese ones part a run", "请把这个文档转换成PDF", ["文档", "档转", "转换", "换成", "pdf"]],
		["a lone Chinese character stands for itself", "火", ["火"]],
		["Chinese beside Latin letters", "用Word写的信", ["word", "写", "信"]],
		["Japanese is cut into pairs", "カタカナ", ["カタ", "タカ", "カナ"]],
		["Greek and Cyrillic", "Ωmega Привет", ["ωmega", "привет"]],
		["numbers of more than one digit count", "9 2027", ["2027"]],
		["a combining mark belongs to its letter", "Gro\u0308ße", ["größe"]],
		["keys and encoded data are none", `aGVsbG8${"x".repeat(80)} end`, ["end"]],
		["nothing", "  \u0000 ?! 😀", []],
	])("%s: %s", (_rule, text, words) => {
		expect(splitWords(text)).toEqual(words);
	});

	test("are lower case and hold no space, whatever the text", () => {
		fc.assert(
			fc.property(fc.string({ unit: "binary" }), (text) => {
				for (const word of splitWords(text)) {
					expect(word).toBe(word.toLowerCase());
					expect(word).toMatch(/^\S+$/u);
				}
			}),
		);
	});
});
