import type { BackupPlaces } from "../src/backup/backup-places.ts";
import { BackupFolder } from "../src/backup.ts";
import { agents, type Store } from "../src/index.ts";

/** What backups are made of, and by: on every database the same. */
export interface BackedUpStore {
	readonly folder: BackupFolder;
	readonly store: Store;
	/** Moves on by a minute with each look at it. */
	readonly clock: { now(): number };
	readonly version: string;
	/** Adds agents of these names. */
	add(...ids: string[]): Promise<void>;
}

/** An open store with the folder of its backups. */
export function backedUpStore(places: BackupPlaces, store: Store): BackedUpStore {
	let now = Date.UTC(2026, 10, 30);
	return {
		folder: new BackupFolder(places),
		store,
		clock: { now: () => (now += 60_000) },
		version: "0.1.0",
		async add(...ids) {
			await store.transaction(async (sql) => {
				for (const id of ids) await agents.letAppear(sql, { id, at: 1 });
			});
		},
	};
}

/** The agents of a store, each by its name. */
export async function agentsOf(store: Store): Promise<string[]> {
	const rows = await store.read.all<{ id: string }>("SELECT id FROM agents ORDER BY id");
	return rows.map(({ id }) => id);
}
