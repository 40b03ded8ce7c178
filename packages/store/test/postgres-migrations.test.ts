import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { BackupFolder } from "../src/backup.ts";
import { MIGRATIONS } from "../src/generated/postgres-migrations.ts";
import { agents, openStore } from "../src/index.ts";
import type { Migration } from "../src/migration.ts";
import { makeDatabase } from "./make-database.ts";
import { APPEARED_AGENTS, EXPECTED, listedAndWriters, olderHousehold } from "./older-household.ts";
import { makeDatabasePlace } from "./postgres-place.ts";
import { administer } from "./temporary-place.ts";

const MORE: Migration = { name: "9998_more", checksum: "m", sql: "CREATE TABLE more (id INTEGER)" };
const BROKEN: Migration = {
	name: "9999_broken",
	checksum: "x",
	sql: "CREATE TABLE half (id INTEGER); INSERT INTO nowhere VALUES (1);",
};

/** A database with a schema for one test, which is not the one that tests share. */
async function makeSchema() {
	const database = await makeDatabasePlace();
	const rows = (sql: string) => database.rows(`SET search_path = mine; ${sql}`);
	await database.rows("CREATE SCHEMA mine");
	return {
		url: `${database.url}?schema=mine`,
		run: (sql: string) => rows(sql),
		async tables(): Promise<string[]> {
			const sql = "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'mine' ORDER BY 1";
			return (await database.rows<{ name: string }>(sql)).map(({ name }) => name);
		},
		async [Symbol.asyncDispose]() {
			await database.rows("DROP SCHEMA mine CASCADE");
			await database[Symbol.asyncDispose]();
		},
	};
}

async function open(url: string, migrations: readonly Migration[] = MIGRATIONS): Promise<void> {
	await (await openStore({ url, migrations })).close();
}

describe("the store of a database", () => {
	test("is made by all who start at once, once", async () => {
		await using schema = await makeSchema();
		await Promise.all(Array.from({ length: 4 }, () => open(schema.url)));
		expect(await schema.tables()).toContain("events");
	});

	test("is brought up to date with its data, and Prisma's history says so", async () => {
		await using schema = await makeSchema();
		await using store = await openStore({ url: schema.url });
		await store.transaction((sql) => agents.letAppear(sql, { id: "a", at: 1 }));
		await open(schema.url, [...MIGRATIONS, MORE]);
		expect(await agents.findAgent(store.read, "a")).toBeDefined();
		expect(
			await store.read.all(
				"SELECT migration_name, checksum, applied_steps_count FROM _prisma_migrations WHERE finished_at >= started_at ORDER BY 1",
			),
		).toEqual(
			[...MIGRATIONS, MORE].map(({ name, checksum }) => ({
				migration_name: name,
				checksum,
				applied_steps_count: 1,
			})),
		);
	});

	test("lists the agents that wrote something, and says who else wrote a version", async () => {
		await using schema = await makeSchema();
		await open(
			schema.url,
			MIGRATIONS.filter(({ name }) => name < APPEARED_AGENTS),
		);
		for (const statement of olderHousehold("'x'")) await schema.run(statement);
		await using store = await openStore({ url: schema.url });
		expect(await listedAndWriters(store.read)).toEqual(EXPECTED);
	});

	test("stays as it was when a migration fails, which is named", async () => {
		await using schema = await makeSchema();
		await open(schema.url);
		const before = await schema.tables();
		await expect(open(schema.url, [...MIGRATIONS, MORE, BROKEN])).rejects.toMatchObject({
			code: "unavailable",
			message: expect.stringContaining("migration 9999_broken failed and was undone"),
		});
		expect(await schema.tables()).toEqual(before);
		await open(schema.url);
	});

	test("is refused by name when it is newer than the program, or was made by another migration", async () => {
		await using schema = await makeSchema();
		await open(schema.url, [...MIGRATIONS, MORE]);
		await expect(open(schema.url)).rejects.toThrow(/newer than this program: it has migration 9998_more/);
		await expect(open(schema.url, [...MIGRATIONS, { ...MORE, checksum: "other" }])).rejects.toThrow(
			/9998_more is not the one/,
		);
	});

	test("is not made in a database of another program, which stays as it is", async () => {
		await using schema = await makeSchema();
		await schema.run("CREATE TABLE mine.files (id INTEGER)");
		await expect(open(schema.url)).rejects.toThrow(/another program's tables/);
		expect(await schema.tables()).toEqual(["files"]);
	});
});

describe("before a store that holds something is migrated", () => {
	test("a backup is made and proven", async () => {
		await using schema = await makeSchema();
		await using folder = await temporaryFolder();
		const options = { url: schema.url, backupFolder: folder.path, environment: process.env };
		const backups = new BackupFolder({ databaseUrl: schema.url, folder: folder.path });
		await (await openStore(options)).close();
		expect(await backups.list()).toEqual([]);
		await (await openStore({ ...options, migrations: [...MIGRATIONS, MORE] })).close();
		expect(await backups.list()).toMatchObject([
			{ kind: "migration", state: "proven", migration: MIGRATIONS.at(-1)?.name },
		]);
	});

	test("that may take longer than the server lets a transaction stand still", async () => {
		await using database = await makeDatabase();
		await using folder = await temporaryFolder();
		await open(database.url);
		const name = new URL(database.url).pathname.slice(1);
		await administer(
			database.url,
			`ALTER DATABASE "${name}" SET idle_in_transaction_session_timeout = '1ms'`,
		);
		const options = { url: database.url, backupFolder: folder.path, environment: process.env };
		await (await openStore({ ...options, migrations: [...MIGRATIONS, MORE] })).close();
		expect(await administer(database.url, "SELECT id FROM more")).toEqual([]);
	});

	test("and without one it stays as it is", async () => {
		await using schema = await makeSchema();
		await using folder = await temporaryFolder();
		await open(schema.url);
		const options = { url: schema.url, backupFolder: folder.path, environment: { PATH: folder.path } };
		const migrations = [...MIGRATIONS, MORE];
		await expect(openStore({ ...options, migrations })).rejects.toThrow(
			/9998_more.*the backup before that failed.*pg_dump is not installed/,
		);
		expect(await schema.tables()).not.toContain("more");
	});

	async function temporaryFolder() {
		const path = await mkdtemp(join(tmpdir(), "cairn-migrations-"));
		return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
	}
});
