import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SqlitePlaces } from "../src/backup/backup-places.ts";
import { BackupFolder, makeBackup, restoreBackup } from "../src/backup.ts";
import { agents, openStore, type Store } from "../src/index.ts";

export interface BackedUp extends AsyncDisposable {
	readonly places: SqlitePlaces & { readonly keyFile: string };
	readonly folder: BackupFolder;
	readonly store: Store;
	/** Moves on by a minute with each look at it. */
	readonly clock: { now(): number };
	add(...ids: string[]): Promise<void>;
	backUp(options?: { kind?: "daily" | "manual"; keep?: number }): ReturnType<typeof makeBackup>;
	restore(backup: string, options?: { replaceDamaged?: boolean }): ReturnType<typeof restoreBackup>;
}

/** A store with a key beside it, and its backups. */
export async function openBackups(): Promise<BackedUp> {
	const path = await mkdtemp(join(tmpdir(), "cairn-backups-"));
	const keyFile = join(path, "catalog-key.pem");
	await writeFile(keyFile, "the key");
	const places = { storeFile: join(path, "cairn.db"), folder: join(path, "backups"), keyFile };
	const store = await openStore({ file: places.storeFile });
	let now = Date.UTC(2026, 10, 30);
	const clock = { now: () => (now += 60_000) };
	const version = "0.1.0";
	return {
		places,
		folder: new BackupFolder(places),
		store,
		clock,
		async add(...ids) {
			await store.transaction(async (sql) => {
				for (const id of ids) await agents.insertAgent(sql, { id, at: 1 });
			});
		},
		backUp: ({ kind = "manual", keep } = {}) => makeBackup(places, { kind, clock, version, keep }),
		restore: (backup, options) => restoreBackup(places, { backup, clock, version, ...options }),
		async [Symbol.asyncDispose]() {
			await store.close();
			await rm(path, { recursive: true, force: true });
		},
	};
}

/** The agents of a store, each by its name. */
export async function agentsOf(store: Store): Promise<string[]> {
	const rows = await store.read.all<{ id: string }>("SELECT id FROM agents ORDER BY id");
	return rows.map(({ id }) => id);
}
