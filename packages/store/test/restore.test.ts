import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { catalogSerial, events, openStore, verifyEvents } from "../src/index.ts";
import { agentsOf } from "./backed-up-store.ts";
import { openBackups } from "./open-backups.ts";

const WRITER = join(import.meta.dirname, "pair-writer.mjs");

/** The agents in a backup's file. */
function idsOf(file: string): string[] {
	const database = new Database(file, { readonly: true });
	const rows = database.prepare<[], { id: string }>("SELECT id FROM agents").all();
	database.close();
	return rows.map(({ id }) => id);
}

describe("restoring a backup", () => {
	test("brings the store back in place, for those who have it open, with a proven restore point", async () => {
		await using backedUp = await openBackups();
		await backedUp.add("kept");
		const backup = await backedUp.backUp();
		await backedUp.add("later");
		const report = await backedUp.restore(join(backedUp.places.folder, backup.name));
		expect(await agentsOf(backedUp.store)).toEqual(["kept"]);
		expect(report).toMatchObject({
			restorePoint: { kind: "restore", state: "proven", rows: { agents: 2 } },
			keyReplaced: false,
			migrated: [],
		});
		await backedUp.add("goes on");
		expect(await agentsOf(backedUp.store)).toEqual(["goes on", "kept"]);
		await backedUp.restore(join(backedUp.places.folder, report.restorePoint?.name ?? ""));
		expect(await agentsOf(backedUp.store)).toEqual(["kept", "later"]);
	});

	test("loses no write that was answered: each is in the restore point or in the store", async () => {
		await using backedUp = await openBackups();
		const backup = await backedUp.backUp();
		const writer = fork(WRITER, [backedUp.places.storeFile]);
		let answered = 0;
		writer.on("message", (count) => {
			answered = Number(count);
		});
		await once(writer, "message");
		const { restorePoint } = await backedUp.restore(join(backedUp.places.folder, backup.name));
		const before = new Set(idsOf(join(backedUp.places.folder, restorePoint?.name ?? "")));
		await once(writer, "message");
		writer.disconnect();
		await once(writer, "exit");
		const now = new Set(await agentsOf(backedUp.store));
		const lost = Array.from({ length: answered }, (_, n) => `pair ${n}`).filter(
			(id) => !before.has(id) && !now.has(id),
		);
		expect(lost).toEqual([]);
		expect(now.size).toBeGreaterThan(0);
		expect(now.size).toBeLessThan(answered);
	});

	test("is seen by those who follow the store, with ids that go on rising", async () => {
		await using backedUp = await openBackups();
		const backup = await backedUp.backUp();
		for (let n = 0; n < 5; n++) await backedUp.backUp();
		const before = await events.lastEventId(backedUp.store.read);
		const ended = new AbortController();
		const following = backedUp.store.watch({ since: before, signal: ended.signal })[Symbol.asyncIterator]();
		const next = following.next();
		await backedUp.restore(join(backedUp.places.folder, backup.name));
		const { value: event } = await next;
		ended.abort();
		expect(event).toMatchObject({ action: "backup.restore", object: backup.name, agent_id: "@owner" });
		expect(event?.id).toBeGreaterThan(before);
		expect((await verifyEvents(backedUp.store)).fault).toBeUndefined();
	});

	test("raises the serial of the catalog over the one that laptops saw", async () => {
		await using backedUp = await openBackups();
		const publish = (version: string, serial: number) =>
			backedUp.store.transaction((sql) => catalogSerial.replaceCatalogSerial(sql, { version, serial }));
		await publish("old", 5);
		const backup = await backedUp.backUp();
		await publish("new", 9);
		await backedUp.restore(join(backedUp.places.folder, backup.name));
		expect(await catalogSerial.findCatalogSerial(backedUp.store.read)).toEqual({
			version: "old",
			serial: 10,
		});
	});

	test("makes a server of an empty folder, with the key that laptops know", async () => {
		await using from = await openBackups();
		await using to = await openBackups();
		await from.add("kept");
		const backup = await from.backUp();
		await to.store.close();
		for (const name of readdirSync(join(to.places.storeFile, ".."))) {
			rmSync(join(to.places.storeFile, "..", name), { recursive: true });
		}
		const report = await to.restore(join(from.places.folder, backup.name));
		expect(report).toMatchObject({ restorePoint: undefined, keyReplaced: false });
		expect(readFileSync(to.places.keyFile, "utf8")).toBe("the key");
		await using store = await openStore({ file: to.places.storeFile });
		expect(await agentsOf(store)).toEqual(["kept"]);
		expect(await store.read.all("SELECT name FROM sqlite_master WHERE name LIKE '%backup%'")).toEqual([]);
	});

	test("replaces another key, which the restore point keeps", async () => {
		await using backedUp = await openBackups();
		const backup = await backedUp.backUp();
		writeFileSync(backedUp.places.keyFile, "another key");
		const report = await backedUp.restore(join(backedUp.places.folder, backup.name));
		expect(report.keyReplaced).toBe(true);
		expect(readFileSync(backedUp.places.keyFile, "utf8")).toBe("the key");
		await backedUp.restore(join(backedUp.places.folder, report.restorePoint?.name ?? ""));
		expect(readFileSync(backedUp.places.keyFile, "utf8")).toBe("another key");
	});

	test("puts a damaged store aside only when told", async () => {
		await using backedUp = await openBackups();
		await backedUp.add("kept");
		const backup = await backedUp.backUp();
		await backedUp.store.close();
		writeFileSync(backedUp.places.storeFile, "x".repeat(20_000));
		const file = join(backedUp.places.folder, backup.name);
		await expect(backedUp.restore(file)).rejects.toMatchObject({
			message: expect.stringContaining("restore with --replace-damaged"),
		});
		const { putAside } = await backedUp.restore(file, { replaceDamaged: true });
		expect(readFileSync(putAside ?? "", "utf8")).toContain("xxx");
		await using store = await openStore({ file: backedUp.places.storeFile });
		expect(await agentsOf(store)).toEqual(["kept"]);
	});
});

test("a restored store that is not well is replaced by the one of before, for those who have it open", async () => {
	await using backedUp = await openBackups();
	await backedUp.add("kept");
	const backup = await backedUp.backUp();
	await backedUp.add("later");
	const file = join(backedUp.places.folder, backup.name);
	forgetWhatComes(file);
	await expect(backedUp.restore(file)).rejects.toMatchObject({
		code: "unavailable",
		message: expect.stringMatching(/was not well .* the store is as it was again/),
	});
	expect(await agentsOf(backedUp.store)).toEqual(["kept", "later"]);
	await backedUp.add("goes on");
	expect(await agentsOf(backedUp.store)).toEqual(["goes on", "kept", "later"]);
	expect((await verifyEvents(backedUp.store)).fault).toBeUndefined();
	const points = (await backedUp.folder.list()).filter(({ kind }) => kind === "restore");
	expect(points).toMatchObject([{ state: "proven", rows: { agents: 2 } }]);
	expect(readdirSync(backedUp.places.folder).filter((name) => name.startsWith(".scratch"))).toEqual([]);
});

/** Makes a backup one that looks well and, once it is in place, loses each event that it is given. */
function forgetWhatComes(file: string): void {
	rmSync(`${file}.sha256`);
	const database = new Database(file);
	// Those that keep events from being changed or removed.
	const guards = database
		.prepare<[], { name: string }>(
			"SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'events'",
		)
		.all();
	for (const { name } of guards) database.exec(`DROP TRIGGER "${name}"`);
	database.exec(
		"CREATE TRIGGER forget AFTER INSERT ON events BEGIN DELETE FROM events WHERE id = NEW.id; END",
	);
	database.close();
}

describe("a backup that can't be restored leaves the store as it was", () => {
	const refused: [string, (file: string) => void, RegExp][] = [
		[
			"was changed",
			(file) => writeFileSync(file, `${readFileSync(file, "latin1")}x`, "latin1"),
			/digest differs/,
		],
		["is gone", (file) => rmSync(file), /There is no file/],
		["is of something else", (file) => other(file), /no backup of a store of Cairn/],
		["is no database", (file) => spoil(file, "not a database"), /damaged/],
		[
			"is newer than this program",
			(file) => newer(file),
			/newer than this program: it has migration 9999_future/,
		],
	];
	test.each(refused)("one that %s", async (_what, change, message) => {
		await using backedUp = await openBackups();
		const backup = await backedUp.backUp();
		await backedUp.add("later");
		const file = join(backedUp.places.folder, backup.name);
		change(file);
		await expect(backedUp.restore(file)).rejects.toThrow(message);
		expect(await agentsOf(backedUp.store)).toEqual(["later"]);
		expect((await backedUp.folder.list()).filter(({ kind }) => kind === "restore")).toEqual([]);
		expect(readdirSync(backedUp.places.folder).filter((name) => name.startsWith(".scratch"))).toEqual([]);
	});

	function spoil(file: string, text: string): void {
		rmSync(`${file}.sha256`);
		writeFileSync(file, text.repeat(1_000));
	}

	function other(file: string): void {
		rmSync(file);
		rmSync(`${file}.sha256`);
		const database = new Database(file);
		database.exec("CREATE TABLE files (id INTEGER)");
		database.close();
	}

	function newer(file: string): void {
		rmSync(`${file}.sha256`);
		const database = new Database(file);
		database.exec(
			`INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('x', 'x', '9999_future', 1)`,
		);
		database.close();
		expect(existsSync(file)).toBe(true);
	}
});
