import { describe, expect, test } from "vitest";
import type { FrontMatter } from "./front-matter.ts";
import { titleBlock } from "./title-block.ts";

const NOTHING: FrontMatter = {
	title: undefined,
	subtitle: undefined,
	authors: [],
	date: undefined,
	dateIsStatus: false,
	language: undefined,
};
const magic3 = { design: "magic3", language: "en" } as const;

describe("the title block", () => {
	test.each([
		[{}, ""],
		[{ title: "A" }, '<header class="title"><h1 id="title">A</h1></header>'],
		[{ subtitle: "B" }, '<header class="title"><p class="subtitle">B</p></header>'],
		[{ authors: ["Ada", "Bob"] }, '<header class="title"><p class="byline">Ada, Bob</p></header>'],
		[{ date: "2026" }, '<header class="title"><p class="byline">2026</p></header>'],
		[{ authors: ["Ada"], date: "2026" }, '<header class="title"><p class="byline">Ada · 2026</p></header>'],
	])("holds of %j only what is there", (given, expected) => {
		expect(titleBlock({ ...NOTHING, ...given }, magic3)).toBe(expected);
	});

	test("shows marks of HTML as they are", () => {
		expect(titleBlock({ ...NOTHING, title: '<script>"&' }, magic3)).toContain("&lt;script&gt;&quot;&amp;");
	});

	test("calls a status date one in German, once", () => {
		const german = { design: "magic3", language: "de-AT" } as const;
		const status = { ...NOTHING, dateIsStatus: true };
		expect(titleBlock({ ...status, date: "März 2026" }, german)).toContain("Stand: März 2026");
		expect(titleBlock({ ...status, date: "Stand März 2026" }, german)).toContain(">Stand März 2026<");
		expect(titleBlock({ ...status, date: "March 2026" }, magic3)).toContain(">March 2026<");
	});

	test("has author and date in lines of their own in magicM", () => {
		const block = titleBlock({ ...NOTHING, authors: ["Ada"], date: "2026" }, { ...magic3, design: "magicM" });
		expect(block).toContain('<p class="author">Ada</p><p class="date">2026</p>');
	});
});
