import fc from "fast-check";
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
		["the rest of one and the next", { offset: 1, maxChars: 5 }, "netwo", 3],
		[
			"from one to the end",
			{ pages: [{ first: 3, last: Number.POSITIVE_INFINITY }] },
			"threefour",
			undefined,
		],
	])("are %s", (_name, selection, text, nextPage) => {
		const selected = selectPages(pages, selection);
		expect([selected.text, selected.nextPage, selected.nextOffset]).toEqual([text, nextPage, undefined]);
	});

	test("are cut where one alone is too long, which is told with where it goes on", () => {
		const three = pages.slice(2);
		expect(selectPages(three, { maxChars: 2 })).toEqual({
			text: "th",
			nextPage: 3,
			nextOffset: 2,
			warnings: [
				{
					code: "page_cut",
					text: "page 3 is longer than max_chars and was cut: it goes on with pages=3- and offset=2",
					about: "pages=3-, offset=2",
				},
			],
		});
		expect(selectPages(three, { maxChars: 2, offset: 2 })).toMatchObject({ text: "re", nextOffset: 4 });
	});

	test("never end within a character", () => {
		expect(selectPages([{ number: 1, text: "a😀" }], { maxChars: 2 }).text).toBe("a");
	});

	test("have no place beyond the end of one", () => {
		expect(() => selectPages(pages, { offset: 3 })).toThrow("page 1, which has 3 characters");
	});

	test("are all there for whoever goes on as told, whatever the budget", () => {
		const page = fc.string({ unit: "grapheme", maxLength: 40 });
		fc.assert(
			fc.property(fc.array(page, { maxLength: 8 }), fc.integer({ min: 1, max: 60 }), (texts, maxChars) => {
				const numbered = texts.map((text, index) => ({ number: index + 1, text }));
				const parts: string[] = [];
				let next: { nextPage?: number; nextOffset?: number } = { nextPage: 1 };
				while (next.nextPage !== undefined) {
					const range = [{ first: next.nextPage, last: Number.POSITIVE_INFINITY }];
					const selected = selectPages(numbered, { pages: range, offset: next.nextOffset, maxChars });
					parts.push(selected.text);
					next = selected;
				}
				expect(Buffer.from(parts.join("")).toString()).toBe(Buffer.from(texts.join("")).toString());
				for (const part of parts) expect(Buffer.from(part).toString()).toBe(part);
			}),
		);
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
