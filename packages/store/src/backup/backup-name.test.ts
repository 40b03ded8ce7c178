import { describe, expect, test } from "vitest";
import { backupName, backupOfEntry, isBackupName, namingOf, recordFileOf } from "./backup-name.ts";

const SQLITE = namingOf({ storeFile: "/data/cairn.db", folder: "/b" });
const POSTGRES = namingOf({
	databaseUrl: "postgresql://user:secret@db.lan/cairn?sslmode=require",
	folder: "/b",
});

describe("the names of backups", () => {
	test.each([
		[SQLITE, "cairn-20261130T020000123Z-daily.db"],
		[POSTGRES, "cairn-20261130T020000123Z-daily.tar"],
	])("are after the store, in UTC", (naming, expected) => {
		const madeAt = Date.UTC(2026, 10, 30, 2, 0, 0, 123);
		expect(backupName(naming, { madeAt, kind: "daily" })).toBe(expected);
	});

	test.each([
		["postgresql://db.lan/my%20store", "my_store-"],
		["postgresql://somebody@db.lan", "somebody-"],
		["postgresql://db.lan/a%2F..%2Fb", "a_.._b-"],
	])("of a database %s begin with %s", (databaseUrl, prefix) => {
		expect(namingOf({ databaseUrl, folder: "/b" }).prefix).toBe(prefix);
	});

	test.each([SQLITE, POSTGRES])("lead from a backup to its record and back", (naming) => {
		const name = backupName(naming, { madeAt: 0, kind: "manual" });
		expect(backupOfEntry(name, naming)).toBe(name);
		expect(backupOfEntry(recordFileOf(name), naming)).toBe(name);
		expect(backupOfEntry(`${name}.sha256`, naming)).toBeUndefined();
	});

	test("keep the two kinds of databases apart in one folder", () => {
		for (const [naming, other] of [
			[SQLITE, POSTGRES],
			[POSTGRES, SQLITE],
		] as const) {
			const name = backupName(naming, { madeAt: 0, kind: "manual" });
			expect([backupOfEntry(name, other), backupOfEntry(recordFileOf(name), other)]).toEqual([
				undefined,
				undefined,
			]);
		}
	});

	test.each([
		"cairn-../x.db",
		"cairn-/etc/passwd.db",
		"../cairn-x.db",
		"other-x.db",
		"cairn-x.db\n",
		"cairn-x.db.db/",
	])("never are a path: %j", (text) => expect(isBackupName(text, SQLITE)).toBe(false));
});
