import Database from "better-sqlite3";
import { findCatalogSerial, replaceCatalogSerial } from "../tables/catalog-serial.ts";
import { insertEvent, lastEventId, type NewEvent } from "../tables/events.ts";
import { sqlOf } from "./sql-of.ts";

export interface HandoverOptions {
	/** Tells of the restore, in the store that was restored. */
	readonly event: NewEvent;
	/** The store that it takes the place of, where there is one that can be read. */
	readonly replaced?: string;
}

/**
 * Makes a store of the past fit to follow the one of now. Ids of events go on rising, so that whoever follows them doesn't
 * take new ones for old; so does the serial of the catalog, since laptops refuse one that is lower than what they saw.
 */
export async function prepareHandover(
	staged: Database.Database,
	{ event, replaced }: HandoverOptions,
): Promise<void> {
	const sql = sqlOf(staged);
	const now = replaced === undefined ? { eventId: 0, serial: 0 } : await lookAt(replaced);
	staged.exec("BEGIN IMMEDIATE");
	try {
		const eventId = Math.max(await lastEventId(sql), now.eventId);
		await sql.run("DELETE FROM sqlite_sequence WHERE name = 'events'");
		await sql.run("INSERT INTO sqlite_sequence (name, seq) VALUES ('events', ?)", eventId);
		const last = await findCatalogSerial(sql);
		if (last !== undefined && last.serial <= now.serial)
			await replaceCatalogSerial(sql, { version: last.version, serial: now.serial + 1 });
		await insertEvent(sql, event);
		staged.exec("COMMIT");
	} catch (error) {
		staged.exec("ROLLBACK");
		throw error;
	}
}

async function lookAt(storeFile: string): Promise<{ eventId: number; serial: number }> {
	const store = new Database(storeFile, { readonly: true });
	try {
		const sql = sqlOf(store);
		const knowsSerials = store.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'catalog_serial'`).get();
		const serial = knowsSerials === undefined ? undefined : await findCatalogSerial(sql);
		return { eventId: await lastEventId(sql), serial: serial?.serial ?? 0 };
	} finally {
		store.close();
	}
}
