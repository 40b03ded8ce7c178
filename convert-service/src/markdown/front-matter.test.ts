import { describe, expect, test } from "vitest";
import { splitFrontMatter } from "./front-matter.ts";

const block = (yaml: string) => `---\n${yaml}\n---\n\nText.\n`;

describe("front matter", () => {
	test.each([
		["title: A", { title: "A" }],
		["titel: Ä", { title: "Ä" }],
		["Title: A", { title: "A" }],
		["title: 2026", { title: "2026" }],
		["title: >\n  a long\n  title", { title: "a long title" }],
		["title: ''", { title: undefined }],
		["title: {a: 1}", { title: undefined }],
		["subtitle: B", { subtitle: "B" }],
		["author: Ada", { authors: ["Ada"] }],
		["autor: [Ada, Bob]", { authors: ["Ada", "Bob"] }],
		["author:\n  - name: Ada\n    email: a@b.c\n  - Bob", { authors: ["Ada", "Bob"] }],
		["date: 2026-03-12", { date: "2026-03-12", dateIsStatus: false }],
		["datum: 12. März 2026", { date: "12. März 2026", dateIsStatus: false }],
		["stand: März 2026", { date: "März 2026", dateIsStatus: true }],
		["date: today\nstand: yesterday", { date: "today", dateIsStatus: false }],
		["lang: de_AT", { language: "de-AT" }],
		["lang: 'de\" onload=\"x'", { language: undefined }],
	])("reads %j", (yaml, expected) => {
		const { frontMatter, body, warnings } = splitFrontMatter(block(yaml));
		expect(frontMatter).toMatchObject(expected);
		expect(body.trim()).toBe("Text.");
		expect(warnings).toEqual([]);
	});

	test.each([
		["no block", "# Title\n\nText."],
		["a rule", "---\n\nText between rules.\n\n---\n\nMore."],
		["a list", "---\n- a\n- b\n---\nText."],
		["a block that never ends", "---\ntitle: A\n\nText."],
		["a block further down", "Text.\n\n---\ntitle: A\n---\n"],
	])("leaves %s to the text", (_what, source) => {
		expect(splitFrontMatter(source)).toEqual({ frontMatter: undefined, body: source, warnings: [] });
	});

	test("is found after a byte order mark and with Windows line ends, and may be empty", () => {
		expect(splitFrontMatter("\uFEFF---\r\ntitle: A\r\n---\r\nText.")).toMatchObject({
			frontMatter: { title: "A" },
			body: "Text.",
		});
		expect(splitFrontMatter("---\n---\nText.")).toEqual({
			frontMatter: undefined,
			body: "Text.",
			warnings: [],
		});
	});

	test("that is broken gives what its lines say plainly, and a warning", () => {
		const { frontMatter, body, warnings } = splitFrontMatter(
			block('title: Cairn: a guide\nauthor: "Ada"\nx: ['),
		);
		expect(frontMatter).toMatchObject({ title: "Cairn: a guide", authors: ["Ada"] });
		expect(body.trim()).toBe("Text.");
		expect(warnings.map(({ text }) => text)).toEqual([
			expect.stringMatching(/^The front matter is no YAML \(.*\); its plain lines/),
		]);
	});

	test("that is broken and says nothing plainly is shown as text, with a warning", () => {
		const { frontMatter, body, warnings } = splitFrontMatter(block("{{{ oops"));
		expect(frontMatter).toBeUndefined();
		expect(body).toContain("{{{ oops");
		expect(warnings.map(({ text }) => text)).toEqual([expect.stringContaining("is shown as text")]);
	});

	test("that multiplies itself by aliases is not unfolded", () => {
		const bomb = ["a: &a [x,x,x,x,x,x,x,x,x]"];
		for (const name of "bcdefghi") {
			const before = String.fromCharCode(name.charCodeAt(0) - 1);
			bomb.push(`${name}: &${name} [${Array(9).fill(`*${before}`).join(",")}]`);
		}
		const { warnings } = splitFrontMatter(block(`title: A\n${bomb.join("\n")}`));
		expect(warnings.map(({ text }) => text)).toEqual([
			expect.stringContaining("it refers to itself too often"),
		]);
	});
});
