import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore, type Store } from "@cairn/store";
import { makeTemporaryPlace, type TemporaryPlace } from "@cairn/store/testing";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

const CAIRN = join(import.meta.dirname, "..", "bin", "cairn.mjs");

/** The tables of the two servers, as they publish them. */
const SCRATCHPAD = `CREATE TABLE files (id INTEGER PRIMARY KEY AUTOINCREMENT, agent_id TEXT NOT NULL, path TEXT NOT NULL,
		cur_version INTEGER NOT NULL DEFAULT 0, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, UNIQUE (agent_id, path));
	CREATE TABLE file_versions (id INTEGER PRIMARY KEY AUTOINCREMENT, file_id INTEGER NOT NULL REFERENCES files(id) ON DELETE CASCADE,
		version INTEGER NOT NULL, content TEXT NOT NULL, created_at INTEGER NOT NULL, UNIQUE (file_id, version));
	CREATE TABLE log_entries (id INTEGER PRIMARY KEY AUTOINCREMENT, agent_id TEXT NOT NULL, path TEXT NOT NULL, entry TEXT NOT NULL,
		created_at INTEGER NOT NULL);
	CREATE TABLE summaries (file_id INTEGER PRIMARY KEY REFERENCES files(id) ON DELETE CASCADE, summarized_at_v INTEGER NOT NULL,
		summary TEXT NOT NULL, created_at INTEGER NOT NULL);
	CREATE TABLE agent_usage (agent_id TEXT PRIMARY KEY, total_operations INTEGER NOT NULL DEFAULT 0, updated_at INTEGER NOT NULL);`;
const CLAIMS = `CREATE TABLE claims (id text primary key, claim text not null, entity text not null, kind text not null,
	volatility text not null, confidence real not null, asserted_rank integer, source text not null,
	evidence_json text not null default '[]', last_confirmed text, state text not null default 'active',
	created_at text not null, updated_at text not null, unique (entity, kind, claim));`;

let folder: string;
/** The store that is imported into. */
let target: TemporaryPlace;
const at = (name: string) => join(folder, name);

beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), "cairn-import-"));
	target = await makeTemporaryPlace();
	sqlite("scratchpad.db", SCRATCHPAD);
	sqlite(
		"scratchpad.db",
		`INSERT INTO files VALUES (1, 'claude', 'notes/plan.md', 12, 1000, 12000);
		 INSERT INTO file_versions (file_id, version, content, created_at) VALUES (1, 11, 'eleven ü', 11000), (1, 12, 'twelve', 12000);
		 INSERT INTO summaries VALUES (1, 12, 'about twelve', 12500);
		 INSERT INTO files VALUES (2, 'claude', 'bad path', 1, 1, 1);
		 INSERT INTO file_versions (file_id, version, content, created_at) VALUES (2, 1, 'x', 1);`,
	);
	const entries = Array.from({ length: 250 }, (_, n) => `('claude', 'log', 'entry ${n}', ${n})`);
	sqlite(
		"scratchpad.db",
		`INSERT INTO log_entries (agent_id, path, entry, created_at) VALUES ${entries.join(", ")}`,
	);
	sqlite("claims.db", CLAIMS);
	sqlite(
		"claims.db",
		`INSERT INTO claims VALUES ('cl_1', 'acme comes first', 'acme', 'priority', 'slow', 0.8, 1, 'declared', '["a mail"]',
			'2026-01-02T00:00:00.000Z', 'active', '2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'),
		 ('cl_2', 'it is over', 'beta', 'status', 'volatile', 0.5, NULL, 'declared', '[]', NULL, 'retired',
			'2026-01-01T00:00:00.000Z', '2026-01-03T00:00:00.000Z')`,
	);
});

afterEach(async () => {
	await target[Symbol.asyncDispose]();
	rmSync(folder, { recursive: true });
});

const openTarget = (): Promise<Store> => openStore(target.place);

function sqlite(name: string, sql: string): void {
	const database = new Database(at(name));
	database.exec(sql);
	database.close();
}

function run(...args: string[]) {
	const { place } = target;
	const url = "url" in place ? place.url : `file:${place.file}`;
	const env = { PATH: process.env.PATH ?? "", HOME: folder, CAIRN_DATABASE_URL: url };
	const options = { encoding: "utf8", env } as const;
	const all = [CAIRN, "import", "--agent", "me", ...args];
	const { status, stdout, stderr } = spawnSync(process.execPath, all, options);
	return { status, stdout, stderr };
}

const both = () => ["--scratchpad", at("scratchpad.db"), "--claims", at("claims.db")];

describe("cairn import", () => {
	test("takes over files with versions and times, logs, summaries and claims, and says what it left out", async () => {
		const { status, stdout } = run(...both());
		expect(status).toBe(1);
		expect(stdout.split("\n").slice(0, 5)).toEqual([
			"files: 1 added, 0 already here, 1 left out",
			"versions: 2 added, 0 already here, 1 left out",
			"summaries: 1 added, 0 already here, 0 left out",
			"entries: 250 added, 0 already here, 0 left out",
			"claims: 2 added, 0 already here, 0 left out",
		]);
		expect(stdout).toContain("claude bad path: path may hold only");
		await using store = await openTarget();
		const { read } = store;
		const versions = await read.all<{ content: Uint8Array }>(
			"SELECT version, content, created_at FROM file_versions ORDER BY version",
		);
		expect(versions.map((row) => ({ ...row, content: Buffer.from(row.content).toString() }))).toEqual([
			{ version: 11, content: "eleven ü", created_at: 11000 },
			{ version: 12, content: "twelve", created_at: 12000 },
		]);
		expect(await read.get("SELECT entries, first_entry_at, last_entry_at FROM logs")).toEqual({
			entries: 250,
			first_entry_at: 0,
			last_entry_at: 249,
		});
		expect(await read.get("SELECT files, logs, entries, operations FROM agents")).toEqual({
			files: 1,
			logs: 1,
			entries: 250,
			operations: 0,
		});
		expect(await read.all("SELECT entity, state, last_confirmed_at FROM claims ORDER BY entity")).toEqual([
			{ entity: "acme", state: "active", last_confirmed_at: Date.UTC(2026, 0, 2) },
			{ entity: "beta", state: "retired", last_confirmed_at: null },
		]);
	});

	test("adds nothing the second time, not even an event", async () => {
		run(...both());
		const rows = async () => {
			await using store = await openTarget();
			return store.read.get(
				"SELECT (SELECT count(*) FROM events) AS events, (SELECT count(*) FROM log_entries) AS entries",
			);
		};
		const before = await rows();
		expect(JSON.parse(run(...both(), "--json").stdout)).toMatchObject({
			files: { added: 0, already: 1 },
			versions: { added: 0, already: 2 },
			summaries: { added: 0, already: 1 },
			entries: { added: 0, already: 250 },
			claims: { added: 0, already: 2 },
		});
		expect(await rows()).toEqual(before);
	});

	test("a dry run says the same and changes nothing", async () => {
		const { stdout } = run(...both(), "--dry-run");
		expect(stdout).toContain("versions: 2 to add, 0 already here, 1 left out");
		expect(stdout).toContain("entries: 250 to add, 0 already here, 0 left out");
		expect(stdout).toContain("Nothing was changed (--dry-run).");
		await using store = await openTarget();
		expect(await store.read.all("SELECT 1 FROM events")).toEqual([]);
	});

	test("takes over what the other store got since", () => {
		run(...both());
		sqlite(
			"scratchpad.db",
			`INSERT INTO file_versions (file_id, version, content, created_at) VALUES (1, 13, 'thirteen', 13000);
			 INSERT INTO log_entries (agent_id, path, entry, created_at) VALUES ('claude', 'log', 'new', 999)`,
		);
		expect(JSON.parse(run(...both(), "--json").stdout)).toMatchObject({
			versions: { added: 1, already: 2 },
			entries: { added: 1, already: 250 },
		});
	});

	test("says conflicts, and leaves what is here as it is", async () => {
		run(...both());
		await using store = await openTarget();
		await store.transaction(async (sql) => {
			await sql.run("UPDATE files SET created_at = 5");
			await sql.run("UPDATE log_entries SET entry = ? WHERE entry_id = 7", Buffer.from("mine"));
		});
		sqlite("claims.db", "UPDATE claims SET confidence = 0.1 WHERE entity = 'acme'");
		const { status, stdout } = run(...both());
		expect(status).toBe(1);
		expect(stdout).toContain("claude notes/plan.md: another file has this path here; it stays");
		expect(stdout).toContain("claude log: entry 7 is another one here");
		expect(stdout).toContain("acme: acme comes first: it has another state here; it stays as it is here");
	});

	test.each([
		["nothing", [], "Name a file to import"],
		["no file", ["--claims", "/nowhere/claims.db"], "There is no file /nowhere/claims.db"],
	])("refuses %s", (_what, args, sentence) => {
		const { status, stderr } = run(...args);
		expect([status, stderr]).toEqual([64, expect.stringContaining(sentence)]);
	});

	test("refuses a file of something else", () => {
		expect(run("--claims", at("scratchpad.db")).stderr).toContain("This is no claims file");
		writeFileSync(at("text"), "no database ".repeat(100));
		expect(run("--scratchpad", at("text")).stderr).toContain("can't be read as a SQLite file. Name the one");
	});
});
