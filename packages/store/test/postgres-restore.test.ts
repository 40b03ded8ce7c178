import { execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import pg from "pg";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { scratchPrefix } from "../src/backup/postgres/scratch-database.ts";
import { stagePostgresBackup } from "../src/backup/postgres/stage-postgres-backup.ts";
import { catalogSerial, events, openStore, verifyEvents } from "../src/index.ts";
import { WRITER_LOCK } from "../src/postgres-transaction.ts";
import { agentsOf } from "./backed-up-store.ts";
import { makeDatabase } from "./make-database.ts";
import { openPostgresBackups, type PostgresBackups } from "./open-postgres-backups.ts";
import { administer } from "./temporary-place.ts";

const WRITER = join(import.meta.dirname, "postgres-writer.mjs");
const RESTORE = join(import.meta.dirname, "restore-process.ts");

const fileOf = ({ places }: PostgresBackups, { name }: { name: string }) => join(places.folder, name);

const OURS = "SELECT nspname AS name FROM pg_namespace WHERE nspname LIKE 'cairn%'";

const scratchOf = (url: string) =>
	`SELECT datname AS name FROM pg_database WHERE starts_with(datname, '${scratchPrefix(url)}')`;

/** What a restore must not leave. */
const leftBehind = async ({ places: { databaseUrl, folder } }: PostgresBackups) => [
	...(await administer<{ name: string }>(databaseUrl, OURS)),
	...(await administer<{ name: string }>(databaseUrl, scratchOf(databaseUrl))),
	...readdirSync(folder).filter((name) => name.startsWith(".scratch")),
];

describe("restoring a backup of a store on PostgreSQL", () => {
	test("brings the store back in place, for those who have it open, with a proven restore point", async () => {
		await using backedUp = await openPostgresBackups();
		const { databaseUrl, keyFile } = backedUp.places;
		await administer(databaseUrl, "CREATE EXTENSION citext");
		await backedUp.add("kept");
		const backup = await backedUp.backUp();
		await backedUp.add("later");
		writeFileSync(keyFile, "another key");
		const report = await backedUp.restore(fileOf(backedUp, backup));
		expect(await agentsOf(backedUp.store)).toEqual(["kept"]);
		expect(readFileSync(keyFile, "utf8")).toBe("the key");
		expect(report).toMatchObject({
			restorePoint: { kind: "restore", state: "proven", rows: { agents: 2 } },
			keyReplaced: true,
			migrated: [],
			putAside: undefined,
		});
		await backedUp.add("goes on");
		expect(await agentsOf(backedUp.store)).toEqual(["goes on", "kept"]);
		await backedUp.restore(fileOf(backedUp, { name: report.restorePoint?.name ?? "" }));
		expect(await agentsOf(backedUp.store)).toEqual(["kept", "later"]);
		expect(readFileSync(keyFile, "utf8")).toBe("another key");
		// An extension that somebody put beside the store stays where it is looked for.
		expect(await administer(databaseUrl, "SELECT 'A'::public.citext = 'a' AS same")).toEqual([
			{ same: true },
		]);
		expect(await leftBehind(backedUp)).toEqual([]);
	});

	test("loses no write that was answered: each is in the restore point or in the store", async () => {
		await using backedUp = await openPostgresBackups();
		const { databaseUrl } = backedUp.places;
		const backup = await backedUp.backUp();
		const writer = fork(WRITER, [databaseUrl, String(WRITER_LOCK)]);
		onTestFinished(() => void writer.kill("SIGKILL"));
		let answered = 0;
		writer.on("message", (count) => {
			answered = Number(count);
		});
		await once(writer, "message");
		const { restorePoint } = await backedUp.restore(fileOf(backedUp, backup));
		const seen = answered;
		await vi.waitUntil(() => answered > seen);
		const gone = once(writer, "exit");
		writer.disconnect();
		await gone;
		const scratch = join(backedUp.places.folder, "look");
		mkdirSync(scratch);
		await using staged = await stagePostgresBackup(backedUp.places, {
			backup: fileOf(backedUp, { name: restorePoint?.name ?? "" }),
			scratch,
		});
		const rows = await administer<{ id: string }>(staged.databaseUrl, "SELECT id FROM agents");
		const before = new Set(rows.map(({ id }) => id));
		const now = new Set(await agentsOf(backedUp.store));
		const lost = Array.from({ length: answered }, (_, n) => `pair ${n}`).filter(
			(id) => !before.has(id) && !now.has(id),
		);
		expect(lost).toEqual([]);
		expect(now.size).toBeGreaterThan(0);
		expect(now.size).toBeLessThan(answered);
	});

	test("is seen by those who follow the store, with ids and a serial that go on rising", async () => {
		await using backedUp = await openPostgresBackups();
		const publish = (version: string, serial: number) =>
			backedUp.store.transaction((sql) => catalogSerial.replaceCatalogSerial(sql, { version, serial }));
		await publish("old", 5);
		const backup = await backedUp.backUp();
		await publish("new", 9);
		await backedUp.backUp();
		const before = await events.lastEventId(backedUp.store.read);
		const ended = new AbortController();
		const following = backedUp.store.watch({ since: before, signal: ended.signal })[Symbol.asyncIterator]();
		const next = following.next();
		await backedUp.restore(fileOf(backedUp, backup));
		const { value: event } = await next;
		ended.abort();
		expect(event).toMatchObject({ action: "backup.restore", object: backup.name, agent_id: "@owner" });
		expect(event?.id).toBeGreaterThan(before);
		expect(await catalogSerial.findCatalogSerial(backedUp.store.read)).toMatchObject({
			version: "old",
			serial: 10,
		});
		expect((await verifyEvents(backedUp.store)).fault).toBeUndefined();
	});

	test("makes a server of an empty database, with the key that laptops know", async () => {
		await using from = await openPostgresBackups();
		await using to = await makeDatabase();
		await from.add("kept");
		const backup = await from.backUp();
		const folder = `${from.places.folder}-elsewhere`;
		const keyFile = join(folder, "catalog-key.pem");
		const places = { ...from.places, databaseUrl: to.url, keyFile, folder };
		const report = await from.restore(fileOf(from, backup), places);
		expect(report).toMatchObject({ restorePoint: undefined, keyReplaced: false });
		expect(readFileSync(keyFile, "utf8")).toBe("the key");
		await using store = await openStore(to);
		expect(await agentsOf(store)).toEqual(["kept"]);
	});

	test("that is killed before it replaced the store leaves it as it was, and nothing that lasts", async () => {
		await using backedUp = await openPostgresBackups();
		const { databaseUrl, folder } = backedUp.places;
		await backedUp.add("kept");
		const backup = await backedUp.backUp();
		await backedUp.add("later");
		const writer = new pg.Client({ connectionString: databaseUrl });
		await writer.connect();
		// The restore has all beside the store, and waits for this one to replace it.
		await writer.query(`BEGIN; SELECT pg_advisory_xact_lock(${WRITER_LOCK})`);
		const restoring = fork(RESTORE, [databaseUrl, folder, fileOf(backedUp, backup)], {
			execArgv: ["--import", "tsx"],
		});
		const ended = once(restoring, "exit");
		const waiting =
			"SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
		await vi.waitUntil(async () => (await administer(databaseUrl, waiting)).length > 0);
		restoring.kill("SIGKILL");
		await ended;
		await writer.query("COMMIT");
		await writer.end();
		expect(await agentsOf(backedUp.store)).toEqual(["kept", "later"]);
		// Until the server has noticed, the one that was killed holds the lock.
		const held =
			"SELECT 1 FROM pg_stat_activity WHERE application_name = 'cairn backup' AND datname = current_database()";
		await vi.waitUntil(async () => (await administer(databaseUrl, held)).length === 0);
		await backedUp.restore(fileOf(backedUp, backup));
		expect(await agentsOf(backedUp.store)).toEqual(["kept"]);
		expect(await leftBehind(backedUp)).toEqual([]);
	});

	test("goes back when the restored store isn't well", async () => {
		await using backedUp = await openPostgresBackups();
		const { databaseUrl } = backedUp.places;
		const swallow = `CREATE FUNCTION swallow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
			CREATE TRIGGER swallow BEFORE INSERT ON events FOR EACH ROW WHEN (NEW.action = 'backup.restore')
			EXECUTE FUNCTION swallow()`;
		await administer(databaseUrl, swallow);
		const backup = await backedUp.backUp();
		await administer(databaseUrl, "DROP TRIGGER swallow ON events");
		await backedUp.add("later");
		await expect(backedUp.restore(fileOf(backedUp, backup))).rejects.toMatchObject({
			code: "unavailable",
			message: expect.stringContaining("so the store is as it was again"),
		});
		expect(await agentsOf(backedUp.store)).toEqual(["later"]);
		await backedUp.add("goes on");
		expect(await leftBehind(backedUp)).toEqual([]);
	});
});

describe("a backup that can't be restored on PostgreSQL leaves the store as it was", () => {
	test("because its file is none", async () => {
		await using backedUp = await openPostgresBackups();
		const { databaseUrl, folder } = backedUp.places;
		const backup = fileOf(backedUp, await backedUp.backUp());
		await backedUp.add("later");
		const write = (name: string, content: string | Uint8Array) => {
			writeFileSync(join(folder, name), content);
			return join(folder, name);
		};
		const refused: [file: string, why: RegExp][] = [
			[join(folder, "gone.tar"), /There is no file/],
			[write("torn.tar", readFileSync(backup).subarray(0, 4_000)), /damaged/],
			[write("sqlite.db", "SQLite format 3\0"), /file of an SQLite store/],
			[write("else.txt", "hello".repeat(200)), /no backup of a store of Cairn/],
			[write("other.dump", await dumpOfAnother()), /no backup of a store of Cairn/],
			[
				write("newer.dump", await dumpOfLater(databaseUrl)),
				/newer than this program: it has migration 9999_future/,
			],
			[write(basename(backup), `${readFileSync(backup, "latin1")}x`), /digest differs/],
		];
		for (const [file, why] of refused) await expect(backedUp.restore(file), file).rejects.toThrow(why);
		expect(await agentsOf(backedUp.store)).toEqual(["later"]);
		expect((await backedUp.folder.list()).filter(({ kind }) => kind === "restore")).toEqual([]);
		expect(await leftBehind(backedUp)).toEqual([]);
	});

	test("because the database holds another program's tables", async () => {
		await using backedUp = await openPostgresBackups();
		await using other = await makeDatabase();
		const databaseUrl = other.url;
		await administer(databaseUrl, "CREATE TABLE theirs AS SELECT 1 AS n");
		const backup = fileOf(backedUp, await backedUp.backUp());
		const places = { ...backedUp.places, databaseUrl };
		await expect(backedUp.restore(backup, places)).rejects.toThrow(/another program's tables/);
		expect(await administer(databaseUrl, "SELECT n FROM theirs")).toEqual([{ n: 1 }]);
		expect(await administer(databaseUrl, OURS)).toEqual([]);
	});

	/** What `pg_dump` writes of a database that is none of Cairn's. */
	async function dumpOfAnother(): Promise<Buffer> {
		await using other = await makeDatabase();
		const databaseUrl = other.url;
		await administer(databaseUrl, "CREATE TABLE events (id int)");
		return execFileSync("pg_dump", ["--format=custom", databaseUrl]);
	}

	/** A whole copy of a store that a later version migrated. */
	async function dumpOfLater(databaseUrl: string): Promise<Buffer> {
		const history = "_prisma_migrations";
		await administer(
			databaseUrl,
			`INSERT INTO ${history} (id, checksum, migration_name, finished_at) VALUES ('x', 'x', '9999_future', now())`,
		);
		const dump = execFileSync("pg_dump", ["--format=custom", databaseUrl]);
		await administer(databaseUrl, `DELETE FROM ${history} WHERE id = 'x'`);
		return dump;
	}
});
