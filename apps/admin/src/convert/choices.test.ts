import { describe, expect, test } from "vitest";
import { type Choices, conversionQuery, readChoices } from "./choices.ts";
import { resultFile } from "./result-file.ts";

const chosen = (choices: Partial<Choices> = {}) => ({ ...readChoices(new Map()), ...choices });

describe("what the form says", () => {
	test("is as the form has it at first where a field is absent", () => {
		expect(readChoices(new Map())).toEqual({
			to: "pdf",
			design: "magic3",
			theme: "none",
			paper: "",
			landscape: false,
			pages: "",
		});
	});

	test("is kept as it came, so that the service judges it and the form shows it again", () => {
		const fields = new Map([
			["to", "exe"],
			["pages", " 9-1 "],
			["landscape", "on"],
			["unknown", "x"],
		]);
		expect(readChoices(fields)).toMatchObject({ to: "exe", pages: "9-1", landscape: true });
	});

	test.each([
		["letter.md", {}, "to=pdf&design=magic3&theme=none&from=md"],
		["PAGE.HTML", { theme: "magic3" }, "to=pdf&design=magic3&theme=magic3&from=html"],
		["notes.txt", { to: "html" }, "to=html&design=magic3&theme=none&from=text"],
		[
			"report.docx",
			{ paper: "A5", landscape: true },
			"to=pdf&design=magic3&theme=none&format=A5&landscape=1",
		],
		["archive.tar.gz", { pages: "1-3,5" }, "to=pdf&design=magic3&theme=none&page_ranges=1-3%2C5"],
		["scan.pdf", { to: "text", pages: "2" }, "to=text&design=magic3&theme=none&pages=2"],
		["no-extension", { to: "md&x=1" }, "to=md%26x%3D1&design=magic3&theme=none"],
	])("for %s and %j asks the service with %s", (name, choices, query) => {
		expect(String(conversionQuery(chosen(choices), name))).toBe(query);
	});
});

describe("the result", () => {
	test.each([
		["letter.md", "pdf", "letter.pdf"],
		["letter", "text", "letter.txt"],
		["a.b.docx", "md", "a.b.md"],
		["slides.pptx", "png", "slides.zip"],
		[".hidden", "html", "document.html"],
		["x.md", "exe", "x.bin"],
	])("of %s as %s is called %s", (name, to, called) => {
		expect(resultFile(name, to).name).toBe(called);
	});
});
