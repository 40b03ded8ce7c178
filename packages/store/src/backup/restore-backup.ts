import { existsSync, readFileSync } from "node:fs";
import { mkdir, rename } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { CairnError, type Clock, createId, OWNER } from "@cairn/kernel";
import Database from "better-sqlite3";
import { isDamage, tellableStoreError } from "../store-error.ts";
import type { NewEvent } from "../tables/events.ts";
import { BackupFolder } from "./backup-folder.ts";
import { digestFileOf } from "./backup-name.ts";
import type { BackupPlaces } from "./backup-places.ts";
import type { Backup } from "./backup-record.ts";
import { checkRestored } from "./check-restored.ts";
import { moveDurably, writeDurably } from "./durable-file.ts";
import { KEY_NAME } from "./enclosed-files.ts";
import { fileDigest } from "./file-digest.ts";
import { type BackupOptions, makeBackupUnderLock } from "./make-backup.ts";
import { prepareHandover } from "./prepare-handover.ts";
import { replaceStore } from "./replace-store.ts";
import { type StagedStore, stageBackup } from "./stage-backup.ts";
import { lockStore } from "./store-lock.ts";

export interface RestoreOptions extends Omit<BackupOptions, "kind"> {
	/** The file to restore: a backup, or any whole copy of a store. */
	readonly backup: string;
	/** Put a store that is damaged aside, of which no restore point can be made; refused unless told. */
	readonly replaceDamaged?: boolean | undefined;
}

export interface RestoreReport {
	/** The store as it was just before; undefined where there was none, or a damaged one. */
	readonly restorePoint: Backup | undefined;
	/** Where a damaged store was put. */
	readonly putAside: string | undefined;
	readonly rows: Readonly<Record<string, number>>;
	/** The migrations that brought the backup up to date. */
	readonly migrated: readonly string[];
	/** The key of the server is another one now: the registry must be started again to use it. */
	readonly keyReplaced: boolean;
}

/**
 * Makes a store what a backup holds. The backup is made whole in a scratch place first, so that one that is damaged, newer
 * than this program or of something else changes nothing. Then the store is replaced in one transaction of SQLite, right
 * after a proven restore point was made: programs that run see one large change, every write that was answered is in the
 * restore point, and a process that dies in between leaves the store as it was. A store that then isn't well is put back.
 * @throws CairnError that says what is wrong, and that the store is as it was.
 */
export async function restoreBackup(places: BackupPlaces, options: RestoreOptions): Promise<RestoreReport> {
	using _lock = await lockStore(places.folder, { waitMs: 0 });
	const folder = new BackupFolder(places);
	await folder.clearScratch();
	try {
		await using scratch = await folder.openScratch();
		await checkDigest(options.backup);
		const staged = await stageBackup(options.backup, join(scratch.path, "staged.db"));
		const handed = await handOver(staged, { places, options });
		const keyReplaced = await restoreKey(staged, places);
		return { ...handed, rows: staged.rows, migrated: staged.migrated, keyReplaced };
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

interface Handover {
	readonly places: BackupPlaces;
	readonly options: RestoreOptions;
}

type Handed = Pick<RestoreReport, "restorePoint" | "putAside">;

async function handOver(staged: StagedStore, { places, options }: Handover): Promise<Handed> {
	const { storeFile } = places;
	const event = restored(options);
	if (!existsSync(storeFile)) {
		await putInPlace(staged, { storeFile, event });
		return { restorePoint: undefined, putAside: undefined };
	}
	let restorePoint: Backup | undefined;
	const lastLook = async (database: Database.Database) => {
		restorePoint = await provenRestorePoint(places, options);
		await prepareHandover(database, { event, replaced: storeFile });
	};
	try {
		await replaceStore(storeFile, { staged: staged.file, lastLook });
	} catch (error) {
		if (!isDamage(error)) throw error;
		if (options.replaceDamaged !== true) throw storeIsDamaged();
		const putAside = await putDamagedAside(storeFile, options.clock);
		await putInPlace(staged, { storeFile, event });
		return { restorePoint: undefined, putAside };
	}
	const fault = checkRestored(storeFile, event.requestId);
	if (fault !== undefined && restorePoint !== undefined) await goBack({ places, restorePoint, fault });
	return { restorePoint, putAside: undefined };
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

async function putInPlace(
	{ file }: StagedStore,
	{ storeFile, event }: { storeFile: string; event: NewEvent },
): Promise<void> {
	const staged = new Database(file);
	try {
		await prepareHandover(staged, { event });
	} finally {
		staged.close();
	}
	await mkdir(dirname(storeFile), { recursive: true, mode: 0o700 });
	await moveDurably(file, storeFile);
}

async function provenRestorePoint(places: BackupPlaces, options: RestoreOptions): Promise<Backup> {
	const { clock, version, keep } = options;
	const restorePoint = await makeBackupUnderLock(places, { kind: "restore", clock, version, keep });
	if (restorePoint.state === "proven") return restorePoint;
	throw new CairnError("unavailable", restorePoint.problem ?? "The store is damaged.", { fault: "damaged" });
}

/** The damaged store with its log, so that what can be saved of it still can be. */
async function putDamagedAside(storeFile: string, clock: Clock): Promise<string> {
	const aside = `${storeFile}.damaged-${new Date(clock.now()).toISOString().replace(/[-:.]/g, "")}`;
	for (const end of ["-wal", "-shm", ""])
		if (existsSync(storeFile + end)) await rename(storeFile + end, aside + end);
	return aside;
}

interface GoBack {
	readonly places: BackupPlaces;
	readonly restorePoint: Backup;
	readonly fault: string;
}

async function goBack({ places, restorePoint, fault }: GoBack): Promise<never> {
	const folder = new BackupFolder(places);
	await using scratch = await folder.openScratch();
	const staged = await stageBackup(await folder.fileOf(restorePoint.name), join(scratch.path, "back.db"));
	await replaceStore(places.storeFile, { staged: staged.file, lastLook: async () => {} });
	throw new CairnError(
		"unavailable",
		`The restored store was not well (${fault}), so the store is as it was again. Restore another backup.`,
	);
}

/** The key that laptops know this server by comes back with the store. */
async function restoreKey({ files }: StagedStore, { keyFile }: BackupPlaces): Promise<boolean> {
	const key = files.get(KEY_NAME);
	if (key === undefined || keyFile === undefined) return false;
	const before = existsSync(keyFile) ? readFileSync(keyFile) : undefined;
	if (before?.equals(key)) return false;
	await writeDurably(keyFile, key);
	return before !== undefined;
}

function storeIsDamaged(): CairnError {
	return new CairnError(
		"unavailable",
		"The store is damaged, so no restore point of it can be made, and nothing was restored. Stop Cairn, then restore with --replace-damaged, which puts the damaged store aside.",
		{ fault: "damaged" },
	);
}
