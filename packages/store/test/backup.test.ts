import { fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, openSync, readdirSync, readFileSync, statSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { lockStore } from "../src/backup/store-lock.ts";
import { makeBackup } from "../src/backup.ts";
import { openBackups } from "./open-backups.ts";

const WRITER = join(import.meta.dirname, "pair-writer.mjs");

describe("a backup", () => {
	test("is proven, with the rows of the store, its key and a digest that sha256sum knows", async () => {
		await using backedUp = await openBackups();
		await backedUp.add("a", "b");
		const backup = await backedUp.backUp();
		expect(backup).toMatchObject({ state: "proven", kind: "manual", holdsKey: true, rows: { agents: 2 } });
		expect(await backedUp.folder.list()).toEqual([backup]);
		const { folder } = backedUp.places;
		const check = spawnSync("sha256sum", ["--check", `${backup.name}.sha256`], { cwd: folder });
		expect(check.status).toBe(0);
		expect(statSync(join(folder, backup.name)).mode & 0o777).toBe(0o600);
		expect(statSync(folder).mode & 0o777).toBe(0o700);
	});

	test("is an event of the store that it was made of", async () => {
		await using backedUp = await openBackups();
		const backup = await backedUp.backUp();
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
		await using backedUp = await openBackups();
		const { folder } = backedUp.places;
		(await lockStore(folder, { waitMs: 0 }))[Symbol.dispose]();
		mkdirSync(join(folder, ".scratch-left"));
		const { name } = await backedUp.backUp();
		const stem = name.replace(/\.db$/, "");
		expect(readdirSync(folder).sort()).toEqual([".lock", `${stem}.db`, `${stem}.db.sha256`, `${stem}.json`]);
	});

	test("is refused while another one is under way", async () => {
		await using backedUp = await openBackups();
		using _held = await lockStore(backedUp.places.folder, { waitMs: 0 });
		await expect(backedUp.backUp()).rejects.toMatchObject({
			code: "unavailable",
			message: expect.stringContaining("Another backup, restore or update of this store is under way"),
		});
	});

	test("of a store under load is of one moment", async () => {
		await using backedUp = await openBackups();
		const writer = fork(WRITER, [backedUp.places.storeFile]);
		try {
			await once(writer, "message");
			for (let round = 0; round < 5; round++) {
				const backup = await backedUp.backUp();
				expect(backup).toMatchObject({ state: "proven" });
				using copy = readonly(join(backedUp.places.folder, backup.name));
				expect(copy.pairs()).toEqual([{ agents: backup.rows?.agents, halves: 0 }]);
				expect(backup.rows?.agents).toBeGreaterThan(0);
			}
		} finally {
			const gone = once(writer, "exit");
			writer.kill();
			await gone;
		}
	});
});

function readonly(file: string) {
	const database = new Database(file, { readonly: true });
	const halves =
		"SELECT count(*) AS agents, sum(files) - (SELECT count(*) FROM agents) AS halves FROM agents";
	return { pairs: () => database.prepare(halves).all(), [Symbol.dispose]: () => database.close() };
}

describe("a backup that can't be proven", () => {
	test("fails when the store is damaged, and pushes out none that is proven", async () => {
		await using backedUp = await openBackups();
		await backedUp.add(...Array.from({ length: 2_000 }, (_, n) => `agent ${n}`));
		const proven = await backedUp.backUp({ keep: 1 });
		damage(backedUp.places.storeFile);
		const failed = await backedUp.backUp({ keep: 1 });
		expect(failed).toMatchObject({
			state: "failed",
			problem: expect.stringContaining("The copy is damaged, so the store is as well"),
		});
		const again = await backedUp.backUp({ keep: 1 });
		expect((await backedUp.folder.list()).map(({ name, state }) => [name, state])).toEqual([
			[again.name, "failed"],
			[failed.name, "failed"],
			[proven.name, "proven"],
		]);
		expect(readdirSync(backedUp.places.folder)).not.toContain(failed.name);
	});

	test.each([
		["one bit", (file: string) => flipBit(file)],
		["its end", (file: string) => writeFileSync(file, readFileSync(file).subarray(0, 8_192))],
	])(
		"because its file lost %s later is damaged, and pushes out none that is proven",
		async (_what, spoil) => {
			await using backedUp = await openBackups();
			const first = await backedUp.backUp({ keep: 2 });
			const spoiled = await backedUp.backUp({ keep: 2 });
			spoil(join(backedUp.places.folder, spoiled.name));
			const third = await backedUp.backUp({ keep: 2 });
			expect((await backedUp.folder.list()).map(({ name, state }) => [name, state])).toEqual([
				[third.name, "proven"],
				[spoiled.name, "damaged"],
				[first.name, "proven"],
			]);
			const fourth = await backedUp.backUp({ keep: 2 });
			const kept = (await backedUp.folder.list()).filter(({ state }) => state === "proven");
			expect(kept.map(({ name }) => name)).toEqual([fourth.name, third.name]);
		},
	);

	test("says that its folder can't be made", async () => {
		await using backedUp = await openBackups();
		const folder = `${backedUp.places.storeFile}.txt`;
		writeFileSync(folder, "");
		const options = { kind: "manual", clock: backedUp.clock, version: "1" } as const;
		await expect(makeBackup({ ...backedUp.places, folder }, options)).rejects.toMatchObject({
			code: "unavailable",
			message: expect.stringContaining("The folder of the backups can't be made or written (EEXIST)"),
		});
	});
});

/** Overwrites the pages in the middle of a store, as a failing disk may. */
function damage(storeFile: string): void {
	const { size } = statSync(storeFile);
	const file = openSync(storeFile, "r+");
	writeSync(file, Buffer.alloc(4 * 4_096, 0xee), 0, 4 * 4_096, Math.floor(size / 2 / 4_096) * 4_096);
}

function flipBit(file: string): void {
	const bytes = readFileSync(file);
	const middle = Math.floor(bytes.length / 2);
	bytes[middle] = (bytes[middle] ?? 0) ^ 1;
	writeFileSync(file, bytes);
}
