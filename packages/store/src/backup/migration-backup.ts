import { CairnError, systemClock } from "@cairn/kernel";
import { BackupFolder } from "./backup-folder.ts";
import type { BackupPlaces } from "./backup-places.ts";
import type { Backup } from "./backup-record.ts";
import { makeBackupUnderLock } from "./make-backup.ts";

export interface MigrationBackup {
	/** Of Cairn, for the backup's record. */
	readonly version: string | undefined;
	/** The names of the migrations that are to follow. */
	readonly missing: readonly string[];
}

/**
 * Makes the backup before a migration, for a caller that holds the lock of the store.
 * @throws CairnError `unavailable` that says why there is none, so that nothing must be begun.
 */
export async function makeMigrationBackup(
	places: BackupPlaces,
	{ version, missing }: MigrationBackup,
): Promise<Backup> {
	const refuse = (why: string) => {
		const sentence = `The store must be brought up to date (${missing.join(", ")}), and the backup before that failed. The store is as it was. ${why}`;
		return new CairnError("unavailable", sentence);
	};
	const options = { kind: "migration", clock: systemClock, version: version ?? "" } as const;
	await new BackupFolder(places).clearScratch();
	const backup = await makeBackupUnderLock(places, options).catch((error: unknown) => {
		throw error instanceof CairnError ? refuse(error.message) : error;
	});
	if (backup.state !== "failed") return backup;
	throw refuse(backup.problem ?? "");
}
