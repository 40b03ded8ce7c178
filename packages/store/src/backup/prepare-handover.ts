import Database from "better-sqlite3";
import { lastEventId, type NewEvent } from "../tables/events.ts";
import { goOnFrom, lookAtNow, NOTHING_YET, type Now } from "./go-on-from.ts";
import { sqlOf } from "./sql-of.ts";

export interface HandoverOptions {
	/** Tells of the restore, in the store that was restored. */
	readonly event: NewEvent;
	/** The store that it takes the place of, where there is one that can be read. */
	readonly replaced?: string;
}

/** Makes a staged SQLite store fit to follow the one that it takes the place of. */
export async function prepareHandover(
	staged: Database.Database,
	{ event, replaced }: HandoverOptions,
): Promise<void> {
	const sql = sqlOf(staged);
	const now = replaced === undefined ? NOTHING_YET : await lookAt(replaced);
	const setNewestEventId = async (id: number) => {
		await sql.run("DELETE FROM sqlite_sequence WHERE name = 'events'");
		await sql.run("INSERT INTO sqlite_sequence (name, seq) VALUES ('events', ?)", id);
	};
	staged.exec("BEGIN IMMEDIATE");
	try {
		await goOnFrom(sql, { now, event, setNewestEventId });
		staged.exec("COMMIT");
	} catch (error) {
		staged.exec("ROLLBACK");
		throw error;
	}
}

async function lookAt(storeFile: string): Promise<Now> {
	const store = new Database(storeFile, { readonly: true });
	try {
		const knowsSerials = store.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'catalog_serial'`).get();
		const sql = sqlOf(store);
		return knowsSerials === undefined
			? { ...NOTHING_YET, eventId: await lastEventId(sql) }
			: await lookAtNow(sql);
	} finally {
		store.close();
	}
}
