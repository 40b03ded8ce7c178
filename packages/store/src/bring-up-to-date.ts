import { type Environment, systemClock } from "@cairn/kernel";
import { defaultBackupFolder } from "./backup/backup-places.ts";
import { MIGRATIONS } from "./generated/migrations.ts";
import { migrateSqlite, missingMigrations } from "./migrate-sqlite.ts";
import type { Migration } from "./migration.ts";

/** How long to wait for another process that makes a backup or migrates, milliseconds. */
const LOCK_WAIT_MS = 600_000;

export interface UpdateOptions {
	/**
	 * Where the backup goes that is made before a migration; a folder `backups` beside the store unless told. Of a store on
	 * PostgreSQL none is made unless told.
	 */
	readonly backupFolder?: string | undefined;
	/** The key by which laptops know the server, which goes into that backup. */
	readonly keyFile?: string | undefined;
	/** Of Cairn, for the backup's record. */
	readonly version?: string | undefined;
	/** Where PostgreSQL's own programs are found, and what they read. */
	readonly environment?: Environment | undefined;
	/** Those of this program unless told. */
	readonly migrations?: readonly Migration[] | undefined;
}

/**
 * Brings a store up to date, once, under a lock that holds off other processes which start now. A store that holds
 * something is backed up before, and the backup proven: without it the store stays as it is.
 * @throws CairnError `unavailable` that names what failed; the store is as it was.
 */
export async function bringUpToDate(file: string, options: UpdateOptions): Promise<void> {
	const migrations = options.migrations ?? MIGRATIONS;
	if (missingMigrations(file, migrations).length === 0) {
		migrateSqlite(file, migrations);
		return;
	}
	const { lockStore } = await import("./backup/store-lock.ts");
	const folder = options.backupFolder ?? defaultBackupFolder(file);
	using _lock = await lockStore(folder, { waitMs: LOCK_WAIT_MS });
	const missing = missingMigrations(file, migrations);
	if (missing.length === 0) return;
	const [{ backupMade }, { makeMigrationBackup }, { recordBackup }] = await Promise.all([
		import("./backup/make-backup.ts"),
		import("./backup/migration-backup.ts"),
		import("./backup/record-backup.ts"),
	]);
	const places = { storeFile: file, folder, keyFile: options.keyFile };
	const backup = await makeMigrationBackup(places, { version: options.version, missing });
	migrateSqlite(file, migrations);
	await recordBackup(file, backupMade(backup, systemClock));
}
