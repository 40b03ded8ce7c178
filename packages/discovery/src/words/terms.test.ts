import { describe, expect, test } from "vitest";
import { CONCEPTS } from "./concepts.ts";
import { termsOf } from "./terms.ts";

const keyOf = (word: string) => termsOf(word)[0]?.key;

describe("words that count as the same", () => {
	test.each([
		["Rechnung", "Rechnungen"],
		["file", "files"],
		["run", "running"],
		["konvertieren", "Konvertiere"],
		["Heizung", "Heizungen"],
		["backup", "Backups"],
		["document", "Dokumente"],
		["Projekt", "projects"],
		["Datei", "file"],
		["文件", "Dateien"],
		["客户", "Kunden"],
		["Straße", "STRASSE"],
		["Größe", "Gro\u0308ße"],
	])("%s and %s", (one, other) => {
		expect(keyOf(one)).toBe(keyOf(other));
	});

	test.each([
		["Heizung", "Zeitung"],
		["file", "folder"],
		["cat", "car"],
		["服务器", "路由器"],
	])("but not %s and %s", (one, other) => {
		expect(keyOf(one)).not.toBe(keyOf(other));
	});
});

test("a word belongs to one concept only", () => {
	const words = CONCEPTS.flat();
	expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([]);
});
