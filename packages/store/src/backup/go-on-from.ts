import type { Sql } from "../sql.ts";
import { findCatalogSerial, replaceCatalogSerial } from "../tables/catalog-serial.ts";
import { insertEvent, lastEventId, type NewEvent } from "../tables/events.ts";

/** Where the store of now stands. */
export interface Now {
	/** The newest event; 0 where there is none. */
	readonly eventId: number;
	/** Of the catalog that laptops saw last. */
	readonly serial: number;
}

/** Of a place without a store. */
export const NOTHING_YET: Now = { eventId: 0, serial: 0 };

/** Where a store stands. */
export async function lookAtNow(sql: Sql): Promise<Now> {
	const serial = await findCatalogSerial(sql);
	return { eventId: await lastEventId(sql), serial: serial?.serial ?? 0 };
}

export interface GoOnOptions {
	readonly now: Now;
	/** Tells of the restore, in the store that was restored. */
	readonly event: NewEvent;
	/** Lets the ids of events go on after this one. */
	readonly setNewestEventId: (id: number) => Promise<void>;
}

/**
 * Makes a store of the past fit to follow the one of now, within a transaction of the caller. Ids of events go on rising, so
 * that whoever follows them doesn't take new ones for old; so does the serial of the catalog, since laptops refuse one that
 * is lower than what they saw.
 */
export async function goOnFrom(sql: Sql, { now, event, setNewestEventId }: GoOnOptions): Promise<void> {
	await setNewestEventId(Math.max(await lastEventId(sql), now.eventId));
	const last = await findCatalogSerial(sql);
	if (last !== undefined && last.serial <= now.serial)
		await replaceCatalogSerial(sql, { version: last.version, serial: now.serial + 1 });
	await insertEvent(sql, event);
}
