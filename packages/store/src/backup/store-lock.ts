import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { CairnError } from "@cairn/kernel";
import Database from "better-sqlite3";
import { isBusy } from "../store-error.ts";

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
			if (performance.now() >= deadline) throw taken();
			await sleep(LOOK_MS);
		}
	} catch (error) {
		database.close();
		throw error;
	}
	return { [Symbol.dispose]: () => void database.close() };
}

function openLockFile(folder: string): Database.Database {
	try {
		mkdirSync(folder, { recursive: true, mode: 0o700 });
		return new Database(join(folder, ".lock"), { timeout: 0 });
	} catch (error) {
		const code = error instanceof Error && "code" in error ? ` (${error.code})` : "";
		throw new CairnError(
			"unavailable",
			`The folder of the backups can't be made or written${code}. Check its place and its permissions, or name another with CAIRN_BACKUPS_DIR.`,
			{ fault: "not_openable" },
		);
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

function taken(): CairnError {
	return new CairnError(
		"unavailable",
		"Another backup, restore or update of this store is under way. Wait until it has ended, then try again.",
		{ fault: "locked" },
	);
}
