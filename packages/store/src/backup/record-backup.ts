import Database from "better-sqlite3";
import { MIGRATIONS } from "../generated/migrations.ts";
import { busyDeadline, retryBusy } from "../retry-busy.ts";
import { isDamage } from "../store-error.ts";
import { insertEvent, type NewEvent } from "../tables/events.ts";
import { newestMigration } from "./copy-store.ts";
import { sqlOf } from "./sql-of.ts";

/**
 * Adds the event of something that was done with a store as a whole. Left out for a store that isn't up to date, as it
 * may lack what an event needs, and for one that is damaged.
 */
export async function recordBackup(storeFile: string, event: NewEvent): Promise<void> {
	const database = new Database(storeFile, { fileMustExist: true, timeout: 20 });
	try {
		if (newestMigration(database) !== MIGRATIONS.at(-1)?.name) return;
		await retryBusy(async () => database.exec("BEGIN IMMEDIATE"), busyDeadline());
		await insertEvent(sqlOf(database), event);
		database.exec("COMMIT");
	} catch (error) {
		if (!isDamage(error)) throw error;
	} finally {
		database.close();
	}
}
