import { describe, expect, test } from "vitest";
import { selectPages } from "./select-pages.ts";
import { textToMarkdown } from "./text-to-markdown.ts";

const pages = ["one", "two", "three", "four"].map((text, index) => ({ number: index + 1, text }));

describe("the pages that are read", () => {
	test.each([
		["all", {}, "onetwothreefour", undefined],
		[
			"some",
			{
				pages: [
					{ first: 2, last: 2 },
					{ first: 4, last: 9 },
				],
			},
			"twofour",
			undefined,
		],
		["whole ones within a budget", { maxChars: 7 }, "onetwo", 3],
		["the budget to the last character", { maxChars: 11 }, "onetwothree", 4],
		["some within a budget", { pages: [{ first: 3, last: 4 }], maxChars: 6 }, "three", 4],
		["the first cut, when it alone is too long", { maxChars: 2 }, "on", 2],
	])("are %s", (_name, selection, text, nextPage) => {
		expect(selectPages(pages, selection)).toMatchObject({
			text,
			...(nextPage !== undefined && { nextPage }),
		});
		expect(selectPages(pages, selection).nextPage).toBe(nextPage);
	});

	test("never end within a character", () => {
		expect(selectPages([{ number: 1, text: "a😀" }], { maxChars: 2 }).text).toBe("a");
	});
});

test.each([
	["a line\nand its rest\n\nnext", "a line and its rest\n\nnext\n\n"],
	["• first\n• second\ngoes on", "- first\n- second goes on\n\n"],
	["soft\u00AD\nhyphen", "softhyphen\n\n"],
	["1. *not* a_list <b>", "\\1. \\*not\\* a\\_list \\<b>\n\n"],
	["  \n\n ", ""],
])("of the text %j becomes %j", (text, markdown) => {
	expect(textToMarkdown(text)).toBe(markdown);
});
