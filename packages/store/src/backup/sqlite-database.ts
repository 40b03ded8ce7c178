import { existsSync, statSync } from "node:fs";
import type { BackedUpDatabase } from "./backed-up-database.ts";
import type { SqlitePlaces } from "./backup-places.ts";
import { copyAndDrill } from "./copy-and-drill.ts";
import { storeMadeAt } from "./copy-store.ts";
import { recordBackup } from "./record-backup.ts";
import { restoreSqlite } from "./restore-sqlite.ts";
import { lockStore } from "./store-lock.ts";

/** What backups need of an SQLite store. */
export function createSqliteDatabase(places: SqlitePlaces): BackedUpDatabase {
	const { storeFile, folder } = places;
	return {
		async lock(options) {
			const lock = await lockStore(folder, options);
			return { [Symbol.asyncDispose]: async () => lock[Symbol.dispose]() };
		},
		isThere: async () => existsSync(storeFile),
		madeAt: async () => storeMadeAt(storeFile),
		wasDailyMadeElsewhere: async () => false,
		roomNeeded: async () => 2 * sizeOf(storeFile) + sizeOf(`${storeFile}-wal`),
		copyProven: (file, scratch) => copyAndDrill(places, { file, scratch }),
		record: (event) => recordBackup(storeFile, event),
		restore: (request) => restoreSqlite(places, request),
	};
}

function sizeOf(file: string): number {
	return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
