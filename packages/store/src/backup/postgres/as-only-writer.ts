import type pg from "pg";
import { isUnreachable, isUnsent } from "../../postgres-error.ts";
import { unconfirmed, WRITER_LOCK } from "../../postgres-transaction.ts";

/** How long to wait for another writer, as a setting of PostgreSQL. */
const WAIT = "15s";

/**
 * Runs statements that stand or fall together, while nobody else writes the store.
 * @throws CairnError `unavailable`, too, where it isn't known whether they stand.
 */
export async function asOnlyWriter<Result>(client: pg.Client, work: () => Promise<Result>): Promise<Result> {
	await client.query("BEGIN");
	try {
		await client.query(`SET LOCAL lock_timeout = '${WAIT}'`);
		await client.query(`SELECT pg_advisory_xact_lock(${WRITER_LOCK})`);
		const result = await work();
		await commit(client);
		return result;
	} catch (error) {
		// Of a connection that is gone the server has undone it already.
		await client.query("ROLLBACK").catch(() => {});
		throw error;
	}
}

async function commit(client: pg.Client): Promise<void> {
	try {
		await client.query("COMMIT");
	} catch (error) {
		throw isUnreachable(error) && !isUnsent(error) ? unconfirmed() : error;
	}
}
