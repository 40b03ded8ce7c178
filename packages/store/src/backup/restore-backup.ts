import { existsSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { CairnError, createId, OWNER } from "@cairn/kernel";
import { tellableStoreError } from "../store-error.ts";
import type { NewEvent } from "../tables/events.ts";
import { databaseOf, type Restored } from "./backed-up-database.ts";
import { BackupFolder } from "./backup-folder.ts";
import { digestFileOf } from "./backup-name.ts";
import type { BackupPlaces } from "./backup-places.ts";
import type { Backup } from "./backup-record.ts";
import { writeDurably } from "./durable-file.ts";
import { fileDigest } from "./file-digest.ts";
import { KEY_NAME } from "./key-name.ts";
import { type BackupOptions, makeBackupUnderLock } from "./make-backup.ts";

export interface RestoreOptions extends Omit<BackupOptions, "kind"> {
	/** The file to restore: a backup, or any whole copy of a store. */
	readonly backup: string;
	/** Put a store that is damaged aside, of which no restore point can be made; refused unless told. */
	readonly replaceDamaged?: boolean | undefined;
}

export interface RestoreReport extends Omit<Restored, "files"> {
	/** The key of the server is another one now: the registry must be started again to use it. */
	readonly keyReplaced: boolean;
}

/**
 * Makes a store what a backup holds. The backup is made whole in a scratch place first, so that one that is damaged, newer
 * than this program or of something else changes nothing. Then the store is replaced in one transaction, right after a
 * proven restore point was made: programs that run see one large change, every write that was answered is in the restore
 * point, and a process that dies in between leaves the store as it was. A store that then isn't well is put back.
 * @throws CairnError that says what is wrong, and that the store is as it was.
 */
export async function restoreBackup(places: BackupPlaces, options: RestoreOptions): Promise<RestoreReport> {
	const database = await databaseOf(places);
	await using _lock = await database.lock({ waitMs: 0 });
	const folder = new BackupFolder(places);
	await folder.clearScratch();
	try {
		await using scratch = await folder.openScratch();
		await checkDigest(options.backup);
		const { files, ...report } = await database.restore({
			backup: options.backup,
			scratch: scratch.path,
			event: restored(options),
			replaceDamaged: options.replaceDamaged === true,
			makeRestorePoint: () => makeRestorePoint(places, options),
		});
		return { ...report, keyReplaced: await restoreKey(files, places) };
	} catch (error) {
		throw tellableStoreError(error);
	}
}

/** Where a digest lies beside the file, as our own backups have it, the file must agree with it. */
async function checkDigest(backup: string): Promise<void> {
	if (!existsSync(backup))
		throw new CairnError(
			"not_found",
			`There is no file ${basename(backup)} to restore. Name one of the backups.`,
		);
	const digestFile = digestFileOf(backup);
	if (!existsSync(digestFile)) return;
	const expected = readFileSync(digestFile, "utf8").trim().split(/\s+/)[0];
	if (expected === (await fileDigest(backup))) return;
	throw new CairnError(
		"unavailable",
		`${basename(backup)} is not the file any more that was backed up: its digest differs. Restore another backup; the store is as it was.`,
		{ fault: "damaged" },
	);
}

/** The event goes into the store that is restored: in the one before, nothing of the kind has happened yet. */
function restored({ backup, clock }: RestoreOptions): NewEvent {
	return {
		at: clock.now(),
		requestId: createId("req"),
		agentId: OWNER,
		action: "backup.restore",
		object: basename(backup),
	};
}

/** @throws CairnError with fault `damaged` where the store can't be backed up whole. */
async function makeRestorePoint(places: BackupPlaces, options: RestoreOptions): Promise<Backup> {
	const { clock, version, keep } = options;
	const restorePoint = await makeBackupUnderLock(places, { kind: "restore", clock, version, keep });
	if (restorePoint.state !== "failed") return restorePoint;
	throw new CairnError("unavailable", restorePoint.problem ?? "The store is damaged.", { fault: "damaged" });
}

/** The key that laptops know this server by comes back with the store. */
async function restoreKey(files: Restored["files"], { keyFile }: BackupPlaces): Promise<boolean> {
	const key = files.get(KEY_NAME);
	if (key === undefined || keyFile === undefined) return false;
	const before = existsSync(keyFile) ? readFileSync(keyFile) : undefined;
	if (before?.equals(key)) return false;
	await writeDurably(keyFile, key);
	return before !== undefined;
}
