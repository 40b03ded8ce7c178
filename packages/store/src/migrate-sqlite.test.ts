import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { MIGRATIONS } from "./generated/migrations.ts";
import { migrateSqlite } from "./migrate-sqlite.ts";
import type { Migration } from "./migration.ts";

const FIRST: Migration = {
	name: "1_init",
	checksum: "aa",
	sql: "CREATE TABLE events (id INTEGER); CREATE TABLE parent (id INTEGER PRIMARY KEY); CREATE TABLE child (id INTEGER PRIMARY KEY, parent_id INTEGER REFERENCES parent ON DELETE CASCADE); INSERT INTO parent VALUES (1); INSERT INTO child VALUES (1, 1);",
};
/** As Prisma rebuilds a table that it can't alter. */
const REBUILD: Migration = {
	name: "2_rebuild",
	checksum: "bb",
	sql: "CREATE TABLE new_parent (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO new_parent (id) SELECT id FROM parent; DROP TABLE parent; ALTER TABLE new_parent RENAME TO parent;",
};
const BROKEN: Migration = {
	name: "3_broken",
	checksum: "cc",
	sql: "CREATE TABLE half (id INTEGER); INSERT INTO nowhere VALUES (1);",
};
const ORPHAN: Migration = { name: "3_orphan", checksum: "dd", sql: "DELETE FROM parent;" };

let folder: string;
let file: string;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "cairn-migrate-"));
	file = join(folder, "cairn.db");
});

afterEach(() => rmSync(folder, { recursive: true }));

function query(sql: string): unknown[] {
	using database = openReadonly();
	return database.all(sql);
}

function openReadonly() {
	const database = new Database(file, { readonly: true });
	return { all: (sql: string) => database.prepare(sql).all(), [Symbol.dispose]: () => database.close() };
}

describe("migrating", () => {
	test("applies what is missing, in order, once", () => {
		expect(migrateSqlite(file, [FIRST])).toEqual(["1_init"]);
		expect(migrateSqlite(file, [FIRST, REBUILD])).toEqual(["2_rebuild"]);
		expect(migrateSqlite(file, [FIRST, REBUILD])).toEqual([]);
		expect(query("SELECT migration_name, applied_steps_count FROM _prisma_migrations")).toEqual([
			{ migration_name: "1_init", applied_steps_count: 1 },
			{ migration_name: "2_rebuild", applied_steps_count: 1 },
		]);
	});

	test("keeps the rows that hang on a rebuilt table", () => {
		migrateSqlite(file, [FIRST, REBUILD]);
		expect(query("SELECT * FROM child")).toEqual([{ id: 1, parent_id: 1 }]);
	});

	test.each([
		["fails half-way", BROKEN, /migration 3_broken failed and was undone/],
		["leaves rows that point nowhere", ORPHAN, /left rows that point nowhere/],
	])("that %s leaves the store as it was", (_name, migration, message) => {
		migrateSqlite(file, [FIRST]);
		const before = readFileSync(file);
		expect(() => migrateSqlite(file, [FIRST, REBUILD, migration])).toThrow(message);
		expect(query("SELECT count(*) AS n FROM child")).toEqual([{ n: 1 }]);
		expect(query("SELECT migration_name FROM _prisma_migrations")).toEqual([{ migration_name: "1_init" }]);
		expect(readFileSync(file).equals(before)).toBe(true);
	});

	test("refuses a store that is newer than the program, by name", () => {
		migrateSqlite(file, [FIRST, REBUILD]);
		expect(() => migrateSqlite(file, [FIRST])).toThrow(/newer than this program: it has migration 2_rebuild/);
	});

	test("refuses a migration that was edited after it was applied", () => {
		migrateSqlite(file, [FIRST]);
		expect(() => migrateSqlite(file, [{ ...FIRST, checksum: "other" }])).toThrow(/1_init is not the one/);
	});

	test("leaves a SQLite file of another program alone", () => {
		const foreign = new Database(file);
		foreign.exec("CREATE TABLE files (id INTEGER)");
		foreign.close();
		const before = readFileSync(file);
		expect(() => migrateSqlite(file, MIGRATIONS)).toThrow(/a SQLite file of another program/);
		expect(readFileSync(file).equals(before)).toBe(true);
		expect(query("SELECT name FROM sqlite_master")).toEqual([{ name: "files" }]);
	});
});
