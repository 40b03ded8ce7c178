import { fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { findBackupObstacle } from "../src/backup/postgres/backup-obstacle.ts";
import { measurePostgres } from "../src/backup/postgres/measure-postgres.ts";
import { lockPostgres } from "../src/backup/postgres/postgres-lock.ts";
import { scratchPrefix } from "../src/backup/postgres/scratch-database.ts";
import { stagePostgresBackup } from "../src/backup/postgres/stage-postgres-backup.ts";
import { makeDailyBackup } from "../src/backup.ts";
import { WRITER_LOCK } from "../src/postgres-transaction.ts";
import { openPostgresBackups, type PostgresBackups } from "./open-postgres-backups.ts";
import { administer } from "./temporary-place.ts";

const WRITER = join(import.meta.dirname, "postgres-writer.mjs");

/** The scratch databases of a store that there are. */
const scratchOf = ({ places: { databaseUrl } }: PostgresBackups) =>
	administer(
		databaseUrl,
		`SELECT 1 FROM pg_database WHERE starts_with(datname, '${scratchPrefix(databaseUrl)}')`,
	);

describe("a backup of a store on PostgreSQL", () => {
	test("is proven, with the rows of the store, its key and a digest that sha256sum knows", async () => {
		await using backedUp = await openPostgresBackups();
		await backedUp.add("a", "b");
		const backup = await backedUp.backUp();
		expect(backup).toMatchObject({ state: "proven", kind: "manual", holdsKey: true, rows: { agents: 2 } });
		expect(await backedUp.folder.list()).toEqual([backup]);
		const { folder } = backedUp.places;
		const check = spawnSync("sha256sum", ["--check", `${backup.name}.sha256`], { cwd: folder });
		expect(check.status).toBe(0);
		expect(statSync(join(folder, backup.name)).mode & 0o777).toBe(0o600);
		expect(statSync(folder).mode & 0o777).toBe(0o700);
		expect(await scratchOf(backedUp)).toEqual([]);
		expect(
			await backedUp.store.read.all("SELECT action, agent_id, object, bytes, after_hash FROM events"),
		).toEqual([
			{
				action: "backup.make",
				agent_id: "@owner",
				object: backup.name,
				bytes: backup.bytes,
				after_hash: backup.sha256,
			},
		]);
	});

	test("leaves nothing half-done behind, also of one that was killed", async () => {
		await using backedUp = await openPostgresBackups();
		const { folder, databaseUrl } = backedUp.places;
		await administer(databaseUrl, `CREATE DATABASE "${scratchPrefix(databaseUrl)}left"`);
		mkdirSync(join(folder, ".scratch-left"), { recursive: true });
		await backedUp.backUp();
		expect(await scratchOf(backedUp)).toEqual([]);
		expect(readdirSync(folder).filter((name) => name.startsWith("."))).toEqual([]);
	});

	test("is refused while another machine makes one", async () => {
		await using backedUp = await openPostgresBackups();
		await using _held = await lockPostgres(backedUp.places, { waitMs: 0 });
		await expect(backedUp.backUp()).rejects.toMatchObject({
			code: "unavailable",
			message: expect.stringContaining("Another backup, restore or update of this store is under way"),
		});
	});

	test("is of one moment while others write", async () => {
		await using backedUp = await openPostgresBackups();
		const { places } = backedUp;
		const writer = fork(WRITER, [places.databaseUrl, String(WRITER_LOCK)]);
		onTestFinished(() => void writer.kill("SIGKILL"));
		await once(writer, "message");
		const backup = await backedUp.backUp();
		const gone = once(writer, "exit");
		writer.kill("SIGKILL");
		await gone;
		expect(backup).toMatchObject({ state: "proven" });
		expect(backup.rows?.agents).toBeGreaterThan(0);
		const scratch = join(places.folder, "look");
		mkdirSync(scratch);
		await using staged = await stagePostgresBackup(places, {
			backup: join(places.folder, backup.name),
			scratch,
		});
		const [halves] = await administer(
			staged.databaseUrl,
			"SELECT count(*)::int AS agents, (sum(files) - count(*))::int AS halves FROM agents",
		);
		expect(halves).toEqual({ agents: backup.rows?.agents, halves: 0 });
	});

	test("of the day is made by one of several machines", async () => {
		await using backedUp = await openPostgresBackups();
		const { places } = backedUp;
		const machines = ["a", "b", "c"].map((name) => ({ ...places, folder: join(places.folder, name) }));
		const clock = { now: () => Date.now() + 2 * 86_400_000 };
		const tries = machines.map((machine) =>
			makeDailyBackup(machine, { clock, version: "1" }).catch((error: unknown) => {
				expect(error).toMatchObject({ details: { fault: "locked" } });
			}),
		);
		const made = (await Promise.all(tries)).filter((backup) => backup !== undefined);
		expect(made.map(({ state }) => state)).toEqual(["proven"]);
		// Those that were locked out look again.
		for (const machine of machines)
			expect(await makeDailyBackup(machine, { clock, version: "1" })).toBeUndefined();
	});

	test("gives its password to no command line", async () => {
		await using backedUp = await openPostgresBackups();
		const log = join(backedUp.places.folder, "..", "said");
		const places = await backedUp.withProgram("pg_dump", `echo "$@" >> '${log}'; exec "$REAL" "$@"`);
		expect(await backedUp.backUp({ places })).toMatchObject({ state: "proven" });
		expect(readFileSync(log, "utf8")).toContain("--format=custom");
		expect(readFileSync(log, "utf8")).not.toContain(new URL(places.databaseUrl).password);
	});
});

describe("a backup of a store on PostgreSQL that can't be proven", () => {
	test("for want of a place is kept, and says what to do for that and for a restore", async () => {
		await using backedUp = await openPostgresBackups({ plainRole: true });
		expect(await findBackupObstacle(backedUp.places)).toMatchObject({ kind: "drill" });
		const backup = await backedUp.backUp();
		expect(backup).toMatchObject({
			state: "unproven",
			problem: expect.stringMatching(/may not create a database.*ALTER ROLE "role_.*" CREATEDB/),
			bytes: statSync(join(backedUp.places.folder, backup.name)).size,
		});
		await expect(backedUp.restore(join(backedUp.places.folder, backup.name))).rejects.toMatchObject({
			message: expect.stringContaining("CREATEDB"),
		});
	});

	test.each([
		[
			"torn",
			`"$REAL" "$@" && for a; do case $a in --file=*) truncate -s -500 "\${a#--file=}";; esac; done`,
			/damaged/,
		],
		[
			"without a row",
			`"$REAL" "$@" --exclude-table-data='*.agents'`,
			/differs from the store: agents has 0 rows instead of 1/,
		],
		[
			"none",
			`echo "pg_dump: error: could not write to file: No space left on device" >&2; exit 1`,
			/disk of the backups is full/,
		],
		[
			"of an old program",
			`[ "$1" = --version ] && echo "pg_dump (PostgreSQL) 9.6.24" && exit; exec "$REAL" "$@"`,
			/pg_dump 9.6 is older than the server/,
		],
	])("because it is %s fails, and pushes out none that is proven", async (_what, script, problem) => {
		await using backedUp = await openPostgresBackups();
		await backedUp.add("a");
		const proven = await backedUp.backUp({ keep: 1 });
		const places = await backedUp.withProgram("pg_dump", script);
		const failed = await backedUp.backUp({ keep: 1, places });
		expect(failed).toMatchObject({ state: "failed", problem: expect.stringMatching(problem) });
		expect((await backedUp.folder.list()).map(({ name, state }) => [name, state])).toEqual([
			[failed.name, "failed"],
			[proven.name, "proven"],
		]);
		expect(readdirSync(places.folder)).not.toContain(failed.name);
	});

	test("says what to install where the programs are missing", async () => {
		await using backedUp = await openPostgresBackups();
		const places = { ...backedUp.places, environment: { PATH: backedUp.places.folder } };
		expect(await backedUp.backUp({ places })).toMatchObject({
			state: "failed",
			problem: expect.stringMatching(/pg_dump is not installed.*postgresql-client-\d+/),
		});
		expect(await findBackupObstacle(places)).toMatchObject({ kind: "programs" });
	});

	test("because its file changed later is damaged", async () => {
		await using backedUp = await openPostgresBackups();
		const spoiled = await backedUp.backUp();
		const file = join(backedUp.places.folder, spoiled.name);
		const bytes = readFileSync(file);
		bytes[1_000] = (bytes[1_000] ?? 0) ^ 1;
		writeFileSync(file, bytes);
		const next = await backedUp.backUp();
		expect((await backedUp.folder.list()).map(({ name, state }) => [name, state])).toEqual([
			[next.name, "proven"],
			[spoiled.name, "damaged"],
		]);
	});
});

test("a database is measured", async () => {
	await using backedUp = await openPostgresBackups();
	const measures = await measurePostgres(backedUp.places.databaseUrl);
	expect(measures.version).toMatch(/^\d+(\.\d+)?$/);
	expect(measures.bytes).toBeGreaterThan(100_000);
	expect(measures.connections).toBeGreaterThan(0);
	expect(measures.maxConnections).toBeGreaterThan(measures.connections);
	expect(await findBackupObstacle(backedUp.places)).toBeUndefined();
});
