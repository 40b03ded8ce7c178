import { expect, test } from "vitest";
import { signsOf, undrawn } from "./drawn-characters.ts";

test("signs are letters, digits and symbols beyond ASCII, each once", () => {
	expect(signsOf("Grüße, “grün” – 世界! 5 € 😀 \uE000 e\u0301 ü")).toEqual(["ü", "ß", "世", "界", "€", "😀"]);
});

test.each([
	["ü世", "Über den Dächern, 世界", []],
	["ß", "STRASSE", []],
	["ﬁ²", "fi 2", []],
	["ф😀", "only these words", ["ф", "😀"]],
	["世", "", ["世"]],
])("of %j the text %j lacks %j", (signs, text, lacking) => {
	expect(undrawn([...signs], text)).toEqual(lacking);
});
