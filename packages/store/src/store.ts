import type { PrismaClient } from "./generated/prisma/client.ts";
import type { Sql } from "./sql.ts";
import type { StoredEvent } from "./tables/events.ts";

export interface WatchOptions {
	/** Yield events after this id; the newest one at the call unless told. */
	readonly since?: number;
	/** Ends the watch. */
	readonly signal: AbortSignal;
}

/** The one store of an appliance or a laptop. Several processes may hold it open at once. */
export interface Store extends AsyncDisposable {
	/**
	 * Runs statements that stand or fall together, as the only writer of the store while they run. Use only the `sql`
	 * that is passed in, and wait for nothing but the store. The work may run a second time, from its start, where all of the
	 * first was undone by what others did, as a lost connection to PostgreSQL: so it leaves nothing outside the store that a
	 * second run wouldn't replace, and counts in variables of its own.
	 * @throws CairnError `unavailable` when the disk is full, read-only, failing, or the store stays busy.
	 */
	transaction<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>;
	/** Statements that only read, each on the last committed state. */
	readonly read: Sql;
	/** The Prisma client, loaded at the first call: for whatever is not called often. */
	prisma(): Promise<PrismaClient>;
	/** The change feed: every event in the order of its commit, also those of other processes, until the signal fires. */
	watch(options: WatchOptions): AsyncIterable<StoredEvent>;
	/** Closes the connections, after the transactions under way. */
	close(): Promise<void>;
}
