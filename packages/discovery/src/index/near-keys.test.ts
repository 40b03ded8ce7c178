import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { differInOneLetter, nearKeys } from "./near-keys.ts";
import { Postings, pack } from "./postings.ts";

describe("one letter between two words", () => {
	test.each([
		["backup", "backups", true],
		["backups", "backup", true],
		["konvert", "konverti", true],
		["rechnung", "rechnumg", true],
		["rechnung", "rechnnug", false],
		["router", "routers x", false],
		["abcd", "abcd", true],
		["", "a", true],
		["", "ab", false],
	])("%s and %s: %s", (one, other, expected) => {
		expect(differInOneLetter(one, other)).toBe(expected);
	});

	test("is found wherever it was put in, left out or exchanged", () => {
		const word = fc.string({ minLength: 1, maxLength: 12 });
		fc.assert(
			fc.property(word, fc.nat(11), fc.string({ minLength: 1, maxLength: 1 }), (text, place, letter) => {
				const at = place % text.length;
				expect(differInOneLetter(text, text.slice(0, at) + letter + text.slice(at))).toBe(true);
				expect(differInOneLetter(text, text.slice(0, at) + letter + text.slice(at + 1))).toBe(true);
				expect(differInOneLetter(text, text.slice(0, at) + text.slice(at + 1))).toBe(true);
			}),
		);
	});
});

test("a word means itself, what begins with it, what it begins with, and what is one letter off", () => {
	const postings = new Postings();
	for (const key of ["backup", "backupplan", "backpack", "rechnung", "rechenzentrum", "rout", "router"])
		postings.add(key, pack(0, 1));
	expect(nearKeys(postings, "backup")).toEqual([
		{ key: "backup", factor: 1 },
		{ key: "backupplan", factor: 0.5 },
	]);
	expect(nearKeys(postings, "rechnungsnummer")).toEqual([{ key: "rechnung", factor: 0.5 }]);
	expect(nearKeys(postings, "routers")).toEqual([{ key: "router", factor: 0.5 }]);
	expect(nearKeys(postings, "bac")).toEqual([]);
});
