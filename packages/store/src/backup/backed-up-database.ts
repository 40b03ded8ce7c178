import type { NewEvent } from "../tables/events.ts";
import type { BackupPlaces } from "./backup-places.ts";
import type { Backup, BackupRecord } from "./backup-record.ts";

/** What backups and restores need of the database that holds a store; there is one for each kind of database. */
export interface BackedUpDatabase {
	/**
	 * Lets one process at a time make a backup, restore one or migrate the store.
	 * @param options.waitMs how long to wait for another process; 0 gives up at once.
	 * @throws CairnError `unavailable` when another process holds it for longer.
	 */
	lock(options: { waitMs: number }): Promise<AsyncDisposable>;
	/** Whether there is a store. */
	isThere(): Promise<boolean>;
	/** When the store was made, milliseconds since the epoch; 0 for one that can't say. */
	madeAt(): Promise<number>;
	/** Whether another machine that keeps its backups elsewhere made the one of the day since an instant. */
	wasDailyMadeElsewhere(since: number): Promise<boolean>;
	/** How many bytes the folder of the backups needs for a copy with its proof. */
	roomNeeded(): Promise<number>;
	/**
	 * Copies the store as it is at one moment into a file, and restores that into a scratch place to prove it.
	 * @param scratch a folder for work in progress.
	 */
	copyProven(file: string, scratch: string): Promise<Copied>;
	/** Adds the event of something that was done with the store as a whole, where it can take one. */
	record(event: NewEvent): Promise<void>;
	/** Makes the store what a file holds. */
	restore(request: RestoreRequest): Promise<Restored>;
}

/** What was copied and proven; `doubt` says why it could not be proven, `problem` why there is no copy. */
export type Copied = (CopiedParts & { readonly doubt?: string | undefined }) | { readonly problem: string };

export type CopiedParts = Required<
	Pick<BackupRecord, "migration" | "rows" | "holdsKey" | "bytes" | "sha256">
>;

export interface RestoreRequest {
	/** The file to restore. */
	readonly backup: string;
	/** A folder for work in progress, on the disk of the backups. */
	readonly scratch: string;
	/** Tells of the restore, in the store that is restored. */
	readonly event: NewEvent;
	/** Put a store aside of which no restore point can be made. */
	readonly replaceDamaged: boolean;
	/** Called when nobody can write the store any more. @throws CairnError with fault `damaged` when there is none. */
	readonly makeRestorePoint: () => Promise<Backup>;
}

export interface Restored {
	/** The store as it was just before; undefined where there was none, or a damaged one. */
	readonly restorePoint: Backup | undefined;
	/** Where a damaged store was put. */
	readonly putAside: string | undefined;
	/** Of each table, before the backup was brought up to date. */
	readonly rows: Readonly<Record<string, number>>;
	/** The migrations that the backup lacked. */
	readonly migrated: readonly string[];
	/** The files that the backup carried beside the store. */
	readonly files: ReadonlyMap<string, Buffer>;
}

/** The database of a store. Its driver is loaded here and not before. */
export async function databaseOf(places: BackupPlaces): Promise<BackedUpDatabase> {
	if ("databaseUrl" in places) {
		const { createPostgresDatabase } = await import("./postgres/postgres-database.ts");
		return createPostgresDatabase(places);
	}
	const { createSqliteDatabase } = await import("./sqlite-database.ts");
	return createSqliteDatabase(places);
}
