import stringWidth from "string-width";
import { describe, expect, test } from "vitest";
import { shorten, textTable, wrap } from "./text-table.ts";

const COLUMNS = [
	{ title: "ID" },
	{ title: "NOW", numeric: true },
	{ title: "ENTITY", max: 6 },
	{ title: "CLAIM" },
];

describe("a table", () => {
	test("keeps its columns in line, also where characters are two cells wide", () => {
		const rows = [
			["a", "0.5", "acme", "comes first"],
			["bb", "10", "東京都庁", "東京の案件が最優先です"],
		];
		expect(textTable(COLUMNS, rows, 30)).toBe(
			["ID  NOW  ENTITY  CLAIM", "a   0.5  acme    comes first", "bb   10  東京…   東京の案件が…", ""].join(
				"\n",
			),
		);
	});

	test("is never wider than the terminal, unless that is too narrow for anything", () => {
		const rows = [["id", "1", "entity", "word ".repeat(100)]];
		for (const width of [30, 40, 80, 200]) {
			for (const line of textTable(COLUMNS, rows, width).split("\n"))
				expect(stringWidth(line)).toBeLessThanOrEqual(width);
		}
		expect(textTable(COLUMNS, rows, 1)).toContain("word word…");
	});
});

test("a text is cut between characters as a reader sees them", () => {
	expect(shorten("👩‍💻👩‍💻👩‍💻", 5)).toBe("👩‍💻👩‍💻…");
	expect(shorten("e\u0301e\u0301e\u0301", 2)).toBe("e\u0301…");
	expect(shorten("fits", 4)).toBe("fits");
});

test.each([
	["one two three", 8, ["one two", "three"]],
	["one two", 3, ["one", "two"]],
	["unbreakable", 5, ["unbre", "akabl", "e"]],
	["東京の案件", 4, ["東京", "の案", "件"]],
	["", 5, []],
])("%j in %i cells", (text, width, lines) => expect(wrap(text, width)).toEqual(lines));
