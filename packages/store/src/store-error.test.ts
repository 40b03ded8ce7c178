import { CairnError } from "@cairn/kernel";
import { describe, expect, test } from "vitest";
import { tellableStoreError } from "./store-error.ts";

function sqliteError(code: string): Error {
	return Object.assign(new Error("/home/owner/data/cairn.db: SELECT * FROM files"), { code });
}

describe("what is told of a database's failure", () => {
	test.each([
		["SQLITE_FULL", "disk that holds the store is full"],
		["SQLITE_READONLY_DIRECTORY", "check the permissions"],
		["SQLITE_CANTOPEN", "can't be opened"],
		["ENOTDIR", "can't be opened"],
		["ENOENT", "can't be opened"],
		["EACCES", "check the permissions"],
		["ENOSPC", "disk that holds the store is full"],
		["SQLITE_BUSY_SNAPSHOT", "busy with other writers"],
		["SQLITE_IOERR_WRITE", "disk that holds the store failed"],
		["SQLITE_CORRUPT", "restore a backup"],
		["SQLITE_NOTADB", "restore a backup"],
	])("%s says what to do, without a path or SQL", (code, words) => {
		const told = tellableStoreError(sqliteError(code));
		expect(told).toBeInstanceOf(CairnError);
		expect(told).toMatchObject({
			code: "unavailable",
			message: expect.stringContaining(words),
			details: { fault: expect.any(String) },
		});
		expect(String(told)).not.toContain("/home");
	});

	test("anything else stays what it is, a defect", () => {
		const constraint = sqliteError("SQLITE_CONSTRAINT_UNIQUE");
		expect(tellableStoreError(constraint)).toBe(constraint);
		const plain = new TypeError("x");
		expect(tellableStoreError(plain)).toBe(plain);
	});
});
