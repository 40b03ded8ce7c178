import { fork } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import Database from "better-sqlite3";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { listCopiedTables } from "../src/copy/copied-tables.ts";
import { quoted } from "../src/copy/read-table.ts";
import { copyStore } from "../src/copy.ts";
import { MIGRATIONS as POSTGRES_MIGRATIONS } from "../src/generated/postgres-migrations.ts";
import { claimSearch, files, openStore, type Store, type StorePlace, verifyEvents } from "../src/index.ts";
import { migratePostgres } from "../src/migrate-postgres.ts";
import { openCuttingProxy } from "./cutting-proxy.ts";
import { fillEveryTable, NUMBERS_GIVEN } from "./fill-every-table.ts";
import { type EmptyDatabase, makeDatabase } from "./make-database.ts";
import { administer } from "./temporary-place.ts";

const COPY = join(import.meta.dirname, "copy-process.ts");

const home = mkdtempSync(join(tmpdir(), "cairn-copy-"));
afterAll(() => rmSync(home, { recursive: true }));

/** A store on SQLite with rows in every table, closed. */
const full = join(home, "full.db");
beforeAll(async () => {
	await using store = await openStore({ file: full });
	await fillEveryTable(store, full);
});

let made = 0;
const newFile = () => join(home, `copy-${++made}.db`);
const copy = (from: StorePlace, to: StorePlace) =>
	copyStore({ from, to, backupFolder: join(home, "backups"), backWithinMs: 0 });
const databaseWith = async (from: StorePlace): Promise<EmptyDatabase> => {
	const database = await makeDatabase();
	await copy(from, database);
	return database;
};

/** Everything that is in a store. */
async function contentOf(store: Store): Promise<Record<string, unknown[]>> {
	const content: Record<string, unknown[]> = {};
	for (const { name, columns, key } of await listCopiedTables(store.read)) {
		const order = key.map(quoted).join(", ");
		const names = [...columns].sort().map(quoted).join(", ");
		content[name] = await store.read.all(`SELECT ${names} FROM ${quoted(name)} ORDER BY ${order}`);
	}
	return content;
}

async function readAll(place: StorePlace): Promise<Record<string, unknown[]>> {
	await using store = await openStore(place);
	return await contentOf(store);
}

const addFile = (store: Store) =>
	store.transaction((sql) =>
		files.insertFile(sql, {
			...{ agentId: "short", path: "new", version: 1, bytes: 0, digest: "d", at: 1 },
		}),
	);

describe("a copy of a store", () => {
	test("holds every row of every table, from SQLite to PostgreSQL and back", async () => {
		await using database = await makeDatabase();
		const rows = await copy({ file: full }, database);
		const there = await readAll(database);
		expect(Object.entries(rows).filter(([, count]) => count === 0)).toEqual([]);
		expect(Object.values(rows).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(1_300);
		const file = newFile();
		await copy(database, { file });
		const back = await readAll({ file });
		expect(there).toEqual(await readAll({ file: full }));
		expect(back).toEqual(there);
		expect(Object.keys(back).sort()).toEqual(Object.keys(rows).sort());
	});

	test.each([
		["can't be reached", "postgresql://cairn@127.0.0.1:9/cairn"],
		["must name a PostgreSQL database", "postgresql://cairn@127.0.0.1:9/cairn?schema=Upper"],
	])("into an address that %s names the setting of that address", async (what, url) => {
		const { message } = await copy({ file: full }, { url }).then(
			() => new Error("copied"),
			(error: Error) => error,
		);
		expect(message).toContain(what);
		expect(message.match(/\w*DATABASE_URL/g)).toEqual(["COPY_TO_DATABASE_URL"]);
	});

	test.each(["PostgreSQL", "SQLite"])("is a store that goes on, on %s", async (kind) => {
		await using database = await databaseWith({ file: full });
		const file = newFile();
		if (kind === "SQLite") await copy(database, { file });
		await using source = await openStore({ file: full });
		await using store = await openStore(kind === "SQLite" ? { file } : database);
		const verification = await verifyEvents(store);
		expect(verification).toMatchObject({ verified: 1_200, fault: undefined });
		expect(verification).toEqual(await verifyEvents(source));
		expect(await addFile(store)).toBe(NUMBERS_GIVEN + 1);
		expect(await claimSearch.searchClaims(store.read, { folded: "lai", after: 0, limit: 9 })).toHaveLength(1);
		expect(await claimSearch.findCandidates(store.read, "💡")).toEqual([3]);
		const event = { at: 2_000, requestId: "r", agentId: "plain", action: "log.append", object: "x" } as const;
		const { insertEvent } = await import("../src/tables/events.ts");
		expect(await store.transaction((sql) => insertEvent(sql, event))).toBe(1_201);
		expect((await verifyEvents(store)).fault).toBeUndefined();
		await expect(store.transaction((sql) => sql.run("DELETE FROM events"))).rejects.toThrow();
	});

	test("leaves the store as it was, to the byte", async () => {
		const file = newFile();
		await copy({ file: full }, { file });
		const digest = () => createHash("sha256").update(readFileSync(file)).digest("hex");
		const before = digest();
		await using _database = await databaseWith({ file });
		expect(digest()).toBe(before);
	});
});

describe("nothing is copied", () => {
	test("while a program has the file open, however idle", async () => {
		const file = newFile();
		await copy({ file: full }, { file });
		await using database = await makeDatabase();
		const store = await openStore({ file });
		await expect(copy({ file }, database)).rejects.toThrow(/^The store is in use/);
		await store.close();
		await copy({ file }, database);
	});

	test("while a program has the database open, however idle", async () => {
		await using database = await databaseWith({ file: full });
		const store = await openStore(database);
		await connected(database.url, 1);
		const file = newFile();
		await expect(copy(database, { file })).rejects.toThrow(/^The store is in use/);
		await store.close();
		await copy(database, { file });
	});

	test("while a program uses the database that had lost its connection when the copy began", async () => {
		await using database = await databaseWith({ file: full });
		await using proxy = await openCuttingProxy(database.url);
		await using store = await openStore({ url: proxy.url });
		await connected(database.url, 1);
		await proxy.close();
		await connected(database.url, 0);
		const file = newFile();
		await using holder = await holdTable(database.url);
		const copying = expect(copy(database, { file })).rejects.toThrow(/^The store is in use/);
		await holder.awaited();
		await proxy.open();
		await connected(database.url, 1);
		await holder.letGo();
		await copying;
		expect(readdirSync(home)).not.toContain(basename(file));
		expect(unfinished()).toEqual([]);
		await addFile(store);
	});

	test("from one schema of a database into another, which would wait for itself", async () => {
		await using database = await makeDatabase();
		const [from, to] = [{ url: `${database.url}?schema=a` }, { url: `${database.url}?schema=b` }];
		await copy({ file: full }, from);
		await expect(copy(from, to)).rejects.toThrow(/^The store and the place to copy into are in one database/);
		const schemas = "SELECT nspname FROM pg_namespace WHERE nspname IN ('a', 'b')";
		expect(await administer(database.url, schemas)).toEqual([{ nspname: "a" }]);
	});

	test("over a file that is there", async () => {
		const file = newFile();
		await copy({ file: full }, { file });
		await expect(copy({ file: full }, { file })).rejects.toThrow(/^The file to copy into is there already/);
	});

	test("into a database that holds something", async () => {
		await using database = await makeDatabase();
		await (await openStore(database)).close();
		await administer(database.url, "INSERT INTO allowed_hosts VALUES ('kept', 1)");
		await expect(copy({ file: full }, database)).rejects.toThrow(/holds a store that is in use/);
		expect(await administer(database.url, "SELECT name FROM allowed_hosts")).toEqual([{ name: "kept" }]);
		await using foreign = await makeDatabase();
		await administer(foreign.url, "CREATE TABLE other (id int)");
		await expect(copy({ file: full }, foreign)).rejects.toThrow(/another program's tables/);
	});

	test("into a store of an older version, which stays of that version", async () => {
		await using database = await makeDatabase();
		await migratePostgres(
			{ connectionString: database.url },
			{ migrations: POSTGRES_MIGRATIONS.slice(0, -1), schema: undefined },
		);
		const applied = () => administer(database.url, "SELECT migration_name FROM _prisma_migrations");
		const before = await applied();
		await expect(copy({ file: full }, database)).rejects.toThrow(
			/holds a store of an older version of Cairn, so it was left as it is/,
		);
		expect(await applied()).toEqual(before);
	});

	test("of a store that is none, or of an older version", async () => {
		await using database = await makeDatabase();
		await expect(copy({ file: newFile() }, database)).rejects.toThrow("There is no store to copy.");
		await expect(copy(database, { file: newFile() })).rejects.toThrow("There is no store to copy.");
		const file = newFile();
		await copy({ file: full }, { file });
		const older = new Database(file);
		older.exec("DELETE FROM _prisma_migrations WHERE migration_name LIKE '%claim_usage'");
		older.close();
		await expect(copy({ file }, database)).rejects.toThrow(/cairn-admin migrate/);
	});
});

describe("a copy that fails halfway leaves nothing", () => {
	const emptied = async (url: string) => {
		const [row] = await administer<{ agents: string; events: string }>(
			url,
			"SELECT (SELECT count(*) FROM agents) AS agents, (SELECT count(*) FROM events) AS events",
		);
		return row;
	};

	test("in a database that refuses a row, and takes the next copy", async () => {
		await using database = await makeDatabase();
		await (await openStore(database)).close();
		await administer(database.url, "ALTER TABLE summaries ADD CONSTRAINT refuse CHECK (file_id < 4)");
		await expect(copy({ file: full }, database)).rejects.toThrow(/refuse/);
		expect(await emptied(database.url)).toEqual({ agents: "0", events: "0" });
		await administer(database.url, "ALTER TABLE summaries DROP CONSTRAINT refuse");
		await copy({ file: full }, database);
	});

	test("in a database that loses rows, which comparing finds", async () => {
		await using database = await makeDatabase();
		await (await openStore(database)).close();
		await administer(database.url, "CREATE RULE lose AS ON INSERT TO routines DO INSTEAD NOTHING");
		await expect(copy({ file: full }, database)).rejects.toThrow(/table routines differs.*0 rows of 4/);
		expect(await emptied(database.url)).toEqual({ agents: "0", events: "0" });
	});

	test("of a file", async () => {
		const broken = newFile();
		await copy({ file: full }, { file: broken });
		const past = new Database(broken);
		past.pragma("foreign_keys = OFF");
		past.exec("DELETE FROM logs WHERE id = 1");
		past.close();
		const file = newFile();
		await expect(copy({ file: broken }, { file })).rejects.toThrow(/FOREIGN KEY/);
		expect(unfinished()).toEqual([]);
		expect(readdirSync(home)).not.toContain(basename(file));
	});

	test("of a file once the next copy is made, when the process was killed", async () => {
		await using database = await databaseWith({ file: full });
		const file = newFile();
		await using halfway = await copyHalfway(database.url, file);
		const another = `${basename(file)}.${process.ppid}.copying`;
		writeFileSync(join(home, another), "of a process that runs");
		await halfway.kill();
		expect(unfinished()).toContain(`${basename(file)}.${halfway.pid}.copying`);
		await vi.waitUntil(() =>
			copy(database, { file }).then(
				() => true,
				// Until the server has noticed, the one that was killed is connected.
				(error: Error) => {
					if (!/under way|in use/.test(error.message)) throw error;
					return false;
				},
			),
		);
		expect(unfinished()).toEqual([another]);
		rmSync(join(home, another));
		expect(await readAll({ file })).toEqual(await readAll({ file: full }));
	});
});

const unfinished = () => readdirSync(home).filter((name) => name.includes("copying"));

interface Halfway extends AsyncDisposable {
	readonly pid: number | undefined;
	kill(): Promise<void>;
}

/** Copies a database into a file in a process of its own, which waits for one of the tables when this settles. */
async function copyHalfway(url: string, file: string): Promise<Halfway> {
	const holder = await holdTable(url);
	const copying = fork(COPY, [url, join(home, "backups"), file], { execArgv: ["--import", "tsx"] });
	const ended = once(copying, "exit");
	await holder.awaited();
	return {
		pid: copying.pid,
		async kill() {
			copying.kill("SIGKILL");
			await ended;
			await holder.letGo();
		},
		async [Symbol.asyncDispose]() {
			copying.kill("SIGKILL");
			await ended;
			await holder[Symbol.asyncDispose]();
		},
	};
}

/** Lets a copy go no further than to one of the tables. */
async function holdTable(url: string) {
	const holder = new pg.Client({ connectionString: url });
	await holder.connect();
	await holder.query("BEGIN; LOCK TABLE summaries");
	return {
		/** Settles when a copy waits for it. */
		async awaited() {
			const waiting = "SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'summaries'::regclass";
			await vi.waitUntil(async () => (await administer(url, waiting)).length > 0);
		},
		async letGo() {
			await holder.query("COMMIT");
		},
		[Symbol.asyncDispose]: () => holder.end(),
	};
}

/** Settles when an open store has so many connections to a database. */
async function connected(url: string, count: number): Promise<void> {
	const connections =
		"SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'cairn'";
	await vi.waitUntil(async () => (await administer(url, connections)).length === count);
}
