import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import Database from "better-sqlite3";
import { isBusy, tellableStoreError } from "../store-error.ts";
import { backupFolderFault, makeBackupFolder } from "./make-backup-folder.ts";
import { storeLocked } from "./store-locked.ts";

const LOOK_MS = 50;

/**
 * Lets one process at a time make a backup, restore one or migrate the store. The lock is SQLite's own on a file beside
 * the backups: the system lets go of it when a process dies, however it dies.
 * @param waitMs how long to wait for another process; 0 gives up at once.
 * @throws CairnError `unavailable` when another process holds it for longer.
 */
export async function lockStore(folder: string, { waitMs }: { waitMs: number }): Promise<Disposable> {
	const database = openLockFile(folder);
	const deadline = performance.now() + waitMs;
	try {
		while (!tryLock(database)) {
			if (performance.now() >= deadline) throw storeLocked();
			await sleep(LOOK_MS);
		}
	} catch (error) {
		database.close();
		throw tellableStoreError(error);
	}
	return { [Symbol.dispose]: () => void database.close() };
}

function openLockFile(folder: string): Database.Database {
	makeBackupFolder(folder);
	try {
		return new Database(join(folder, ".lock"), { timeout: 0 });
	} catch (error) {
		throw backupFolderFault(error);
	}
}

function tryLock(database: Database.Database): boolean {
	try {
		database.exec("BEGIN EXCLUSIVE");
		return true;
	} catch (error) {
		if (isBusy(error)) return false;
		throw error;
	}
}
