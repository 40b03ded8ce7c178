import { describe, expect, test } from "vitest";
import { foundPattern, matchEntries } from "./match-entry.ts";
import { parseSearch } from "./search-terms.ts";

const JSON_ENTRY = JSON.stringify({
	level: "error",
	message: "Copy failed: disk full",
	attempt: 3,
	final: true,
	tags: ["nas", "photos"],
	http: { status: 507, path: "/upload" },
	"user.id": "u7",
});

const matches = (search: string, entry: string) => matchEntries(parseSearch(search))(entry);

describe("an entry fits a search", () => {
	test.each([
		["a word", "disk", "The disk is full"],
		["a part of a word", "dis", "The disk is full"],
		["all words in any order", "full disk", "The disk is full"],
		["words in quotes, in this order", '"is full"', "The disk is full"],
		["quotes that never close", '"is full', "The disk is full"],
		["another case", "DISK", "the disk"],
		["another case beyond ASCII", "ÄNDERUNG ЖУРНАЛ", "Änderung журнал"],
		["ss for ß", "STRASSE", "Hauptstraße 5"],
		["ß for ss", "straße", "HAUPTSTRASSE 5"],
		["an accent typed in two characters", "cafe\u0301", "the café"],
		["an accent written in two characters", "café", "the cafe\u0301"],
		["a sigma that ends no word there", "ΟΔΟΣ", "οδος, οδοσ"],
		["Chinese", "文件", "保存文件失败"],
		["signs that mean something in a pattern", "a.b(c)[*]", "x a.b(c)[*] y"],
		["a time of day, which is no field", "12:30", "at 12:30 sharp"],
		["an address", "http://nas/x", "see http://nas/x"],
		["a minus alone", "a - b", "a - b"],
		["what is not there", "-snow full", "The disk is full"],
		["a field", "level:error", JSON_ENTRY],
		["a field in another case", "LEVEL:Error", JSON_ENTRY],
		["a number", "attempt:3", JSON_ENTRY],
		["a truth", "final:true", JSON_ENTRY],
		["one of a list", "tags:photos", JSON_ENTRY],
		["a field within a field", "http.status:507", JSON_ENTRY],
		["a field with a dot in its name", "user.id:u7", JSON_ENTRY],
		["a field of several words", 'message:"copy failed: disk full"', JSON_ENTRY],
		["a field that is not that", "-level:info", JSON_ENTRY],
	])("by %s", (_what, search, entry) => expect(matches(search, entry)).toBe(true));

	test.each([
		["a word that is missing", "disk empty", "The disk is full"],
		["words in quotes, in another order", '"full is"', "The disk is full"],
		["a word that must not be there", "-disk full", "The disk is full"],
		["a letter for any sign", "d.sk", "disk"],
		["a part of a field", "level:err", JSON_ENTRY],
		["another field's value", "message:error", JSON_ENTRY],
		["a field of what is no JSON", "level:error", "{level error"],
		["a field of a list", "level:error", '["level", "error"]'],
		["a field that must not be that", "-level:error", JSON_ENTRY],
		["an object's name", "http:507", JSON_ENTRY],
	])("but not by %s", (_what, search, entry) => expect(matches(search, entry)).toBe(false));
});

describe("a search", () => {
	test.each(["", "   ", '""', '-""'])("of %j looks for nothing", (search) =>
		expect(parseSearch(search)).toEqual([]),
	);

	test("finds in an entry what was looked for, and not what was excluded", () => {
		const pattern = foundPattern(parseSearch('disk level:error -snow "is full"'));
		expect("DISK error snow is full".match(pattern ?? /never/)).toEqual(["DISK", "error", "is full"]);
		expect(foundPattern(parseSearch("-snow"))).toBeUndefined();
	});

	test.each([
		["what nearly fits everywhere", `${"s".repeat(199)}b`, "s".repeat(65_536), false],
		["what nearly fits backwards", `b${"ß".repeat(199)}`, "ß".repeat(32_768), false],
		["a field of what is nested deeply", "a:b", `${'{"a":'.repeat(9_000)}1${"}".repeat(9_000)}`, false],
		["a field of many members", "none:b", `{${'"a":1,'.repeat(9_000)}"b":2}`, false],
	])("goes through 100 long entries of %s", (_what, search, entry, outcome) => {
		// By a pattern that tries each place for as long as it fits, this takes minutes.
		const holds = matchEntries(parseSearch(search));
		expect(Array.from({ length: 100 }, () => holds(entry))).toEqual(Array(100).fill(outcome));
	});
});
