import { expect, test } from "vitest";
import { countBlank } from "./blank-pages.ts";
import { FontCoverage } from "./font-coverage.ts";
import { countPdfPages } from "./pdf-shape.ts";
import { wordShare } from "./word-share.ts";

test.each([
	["one two three four", "Four, THREE\ntwo", 0.75],
	["", "anything", 1],
	["hyphenated words", "hyphen-\nated words", 1],
	["fine print", "ﬁne print", 1],
	["你好世界", "你好 世界", 2 / 3],
	["a long1identifier", "long1i\n↪dentifier", 1],
	["short", "sh\nort", 0],
	["it works", "it works12", 1],
	["你好", "你\n好", 1],
	["missing", "", 0],
])("of %j in %j the share is %d", (source, result, share) => {
	expect(wordShare(source, result)).toBeCloseTo(share);
});

test("characters that no font has are found", () => {
	const coverage = new FontCoverage(":charset=20-7e a0-17f\n:charset=4e00-9fff 1f600\n");
	expect(coverage.missingOf(["ü", "世", "😀", "ф"])).toEqual(["ф"]);
});

test("pages of one colour are counted", () => {
	const page = (pixels: number[]) => Buffer.from([...Buffer.from("P5\n2 2\n255\n"), ...pixels]);
	expect(
		countBlank(Buffer.concat([page([255, 255, 255, 255]), page([255, 0, 255, 255]), page([9, 9, 9, 9])])),
	).toBe(2);
	expect(countBlank(Buffer.alloc(0))).toBe(0);
});

test.each([
	["%PDF-1.4\n1 0 obj<</Type /Pages /Count 3 /Kids[]>>endobj\n%%EOF", 3],
	["%PDF-1.4\n1 0 obj<</Count 2/Type/Pages>>endobj 2 0 obj<</Type/Pages/Count 7>>endobj\n%%EOF", 7],
	["%PDF-1.5\nall in streams\n%%EOF", undefined],
	["%PDF-1.4\ncut off", 0],
	["<html>", 0],
])("%j has %s pages", (pdf, pages) => {
	expect(countPdfPages(Buffer.from(pdf))).toBe(pages);
});
