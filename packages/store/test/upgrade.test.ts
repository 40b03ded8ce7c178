import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { lockStore } from "../src/backup/store-lock.ts";
import { BackupFolder } from "../src/backup.ts";
import { MIGRATIONS } from "../src/generated/migrations.ts";
import { openStore } from "../src/index.ts";
import { migrateSqlite } from "../src/migrate-sqlite.ts";
import { APPEARED_AGENTS, EXPECTED, listedAndWriters, olderHousehold } from "./older-household.ts";

const BROKEN = {
	name: "9999_broken",
	checksum: "x",
	sql: "CREATE TABLE half (id INTEGER); INSERT INTO nowhere VALUES (1);",
};
const DATA = `INSERT INTO agents (id, created_at, last_seen_at, files, entries, bytes) VALUES ('a', 1, 1, 1, 0, 5);
	INSERT INTO files (agent_id, path, current_version, bytes, digest, versions, retained_bytes, created_at, updated_at)
		VALUES ('a', 'notes.md', 1, 5, 'd', 1, 5, 1, 1);
	INSERT INTO file_versions (file_id, version, bytes, digest, created_at, content) VALUES (1, 1, 5, 'd', 1, CAST('hello' AS BLOB));
	INSERT INTO events (at, request_id, agent_id, action, object, version) VALUES (1, 'r', 'a', 'file.write', 'notes.md', 1);`;

let folder: string;
let file: string;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "cairn-upgrade-"));
	file = join(folder, "cairn.db");
});

afterEach(() => rmSync(folder, { recursive: true }));

/** A store as the first version of Cairn left it, with data. */
function firstStore(): void {
	migrateSqlite(file, MIGRATIONS.slice(0, 1));
	const database = new Database(file);
	database.exec(DATA);
	database.close();
}

const backups = () => new BackupFolder({ folder: join(folder, "backups"), storeFile: file }).list();

describe("an update", () => {
	test("of the first migration's store keeps its data, after a proven backup", async () => {
		firstStore();
		await using store = await openStore({ file });
		expect(await store.read.get("SELECT CAST(content AS TEXT) AS content FROM file_versions")).toEqual({
			content: "hello",
		});
		expect(await store.read.get("SELECT count(*) AS n FROM _prisma_migrations")).toEqual({
			n: MIGRATIONS.length,
		});
		expect(await store.read.all("SELECT action FROM events ORDER BY id")).toEqual([
			{ action: "file.write" },
			{ action: "backup.make" },
		]);
		expect(await backups()).toMatchObject([
			{
				kind: "migration",
				state: "proven",
				migration: MIGRATIONS[0].name,
				rows: { agents: 1, file_versions: 1 },
			},
		]);
	});

	test("by several programs that start at once happens once", async () => {
		firstStore();
		const stores = await Promise.all([1, 2, 3, 4].map(() => openStore({ file })));
		await Promise.all(stores.map((store) => store.close()));
		expect(await backups()).toHaveLength(1);
	});

	test("that fails is named, and leaves the store as it was, with its backup", async () => {
		firstStore();
		const before = readFileSync(file);
		const migrations = [...MIGRATIONS, BROKEN];
		await expect(openStore({ file, migrations })).rejects.toMatchObject({
			code: "unavailable",
			message: expect.stringContaining("migration 9999_broken failed and was undone"),
		});
		expect(readFileSync(file).equals(before)).toBe(true);
		expect(await backups()).toMatchObject([{ kind: "migration", state: "proven" }]);
	});

	test("does not begin without its backup", async () => {
		firstStore();
		const before = readFileSync(file);
		await expect(openStore({ file, backupFolder: join(file, "backups") })).rejects.toThrow(
			/folder of the backups/,
		);
		expect(readFileSync(file).equals(before)).toBe(true);
	});

	test("waits for a backup or a restore that is under way", async () => {
		firstStore();
		const held = await lockStore(join(folder, "backups"), { waitMs: 0 });
		const opening = openStore({ file });
		const first = await Promise.race([
			opening.then(() => "opened"),
			new Promise((resolve) => setImmediate(resolve, "waits")),
		]);
		held[Symbol.dispose]();
		await (await opening).close();
		expect(first).toBe("waits");
	});

	test("lists the agents that wrote something, and says who else wrote a version", async () => {
		migrateSqlite(
			file,
			MIGRATIONS.filter(({ name }) => name < APPEARED_AGENTS),
		);
		const database = new Database(file);
		for (const statement of olderHousehold("x'78'")) database.exec(statement);
		database.close();
		await using store = await openStore({ file });
		expect(await listedAndWriters(store.read)).toEqual(EXPECTED);
	});

	test("makes no backup of a store that is new", async () => {
		await (await openStore({ file })).close();
		expect(await backups()).toEqual([]);
	});
});
