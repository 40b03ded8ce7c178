import { CairnError, systemClock } from "@cairn/kernel";
import { defaultBackupFolder } from "./backup/backup-places.ts";
import type { Backup } from "./backup/backup-record.ts";
import { MIGRATIONS } from "./generated/migrations.ts";
import { migrateSqlite, missingMigrations } from "./migrate-sqlite.ts";
import type { Migration } from "./migration.ts";

/** How long to wait for another process that makes a backup or migrates, milliseconds. */
const LOCK_WAIT_MS = 600_000;

export interface UpdateOptions {
	/** Where the backup goes that is made before a migration; a folder `backups` beside the store unless told. */
	readonly backupFolder?: string | undefined;
	/** The key by which laptops know the server, which goes into that backup. */
	readonly keyFile?: string | undefined;
	/** Of Cairn, for the backup's record. */
	readonly version?: string | undefined;
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
	const backup = await backUp(file, { ...options, backupFolder: folder, missing });
	migrateSqlite(file, migrations);
	const [{ backupMade }, { recordBackup }] = await Promise.all([
		import("./backup/make-backup.ts"),
		import("./backup/record-backup.ts"),
	]);
	await recordBackup(file, backupMade(backup, systemClock));
}

interface BackUp extends UpdateOptions {
	readonly backupFolder: string;
	readonly missing: readonly string[];
}

async function backUp(
	storeFile: string,
	{ backupFolder, keyFile, version, missing }: BackUp,
): Promise<Backup> {
	const [{ BackupFolder }, { makeBackupUnderLock }] = await Promise.all([
		import("./backup/backup-folder.ts"),
		import("./backup/make-backup.ts"),
	]);
	const refuse = (why: string) => {
		const sentence = `The store must be brought up to date (${missing.join(", ")}), and the backup before that failed. The store is as it was. ${why}`;
		return new CairnError("unavailable", sentence);
	};
	const options = { kind: "migration", clock: systemClock, version: version ?? "" } as const;
	const places = { storeFile, folder: backupFolder, keyFile };
	await new BackupFolder(places).clearScratch();
	const backup = await makeBackupUnderLock(places, options).catch((error: unknown) => {
		throw error instanceof CairnError ? refuse(error.message) : error;
	});
	if (backup.state === "proven") return backup;
	throw refuse(backup.problem ?? "");
}
