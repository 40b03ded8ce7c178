import { statfs } from "node:fs/promises";
import { join } from "node:path";
import { CairnError, type Clock, createId, OWNER } from "@cairn/kernel";
import { sizeText } from "@cairn/kernel/size-text";
import { tellableStoreError } from "../store-error.ts";
import type { NewEvent } from "../tables/events.ts";
import { type BackedUpDatabase, databaseOf } from "./backed-up-database.ts";
import { BackupFolder } from "./backup-folder.ts";
import { backupName, digestFileOf, namingOf } from "./backup-name.ts";
import type { BackupPlaces } from "./backup-places.ts";
import type { Backup, BackupKind, BackupRecord } from "./backup-record.ts";
import { isDailyDue, lastDailyTime } from "./daily-backup.ts";
import { moveDurably, writeDurably } from "./durable-file.ts";
import { obsoleteBackups } from "./obsolete-backups.ts";

/** How many proven backups of a kind stay unless told. */
const KEPT_BACKUPS = 14;

export interface BackupOptions {
	readonly kind: BackupKind;
	readonly clock: Clock;
	/** Of Cairn. */
	readonly version: string;
	/** How many proven backups of a kind stay; 14 unless told. */
	readonly keep?: number | undefined;
}

/**
 * Makes a backup of a store that others may be writing, proves it, and lets go of the oldest that a proven one replaces.
 * Proving is a restore into a scratch place: every page is checked, and each table must have the rows that it had in the
 * store at the moment of the copy. The disk must have room for two copies of the store meanwhile.
 * @returns the backup; its state is `failed`, with the problem, when it is not what the store was, and `unproven` when
 * there is no place to restore it into.
 * @throws CairnError `unavailable` when nothing could be copied: the disk is full, another backup is under way.
 */
export async function makeBackup(places: BackupPlaces, options: BackupOptions): Promise<Backup> {
	const database = await databaseOf(places);
	await using _lock = await database.lock({ waitMs: 0 });
	await new BackupFolder(places).clearScratch();
	const backup = await makeBackupUnderLock(places, options);
	await database.record(backupMade(backup, options.clock));
	return backup;
}

/**
 * Makes the daily backup if it is due. Which of several processes makes it is decided under the lock: the others then find
 * that it is there.
 * @returns undefined when it isn't due.
 * @throws CairnError as {@link makeBackup} does.
 */
export async function makeDailyBackup(
	places: BackupPlaces,
	options: Omit<BackupOptions, "kind">,
): Promise<Backup | undefined> {
	const database = await databaseOf(places);
	await using _lock = await database.lock({ waitMs: 0 });
	const folder = new BackupFolder(places);
	if (!(await isDailyDueHere(database, { folder, clock: options.clock }))) return undefined;
	await folder.clearScratch();
	const backup = await makeBackupUnderLock(places, { ...options, kind: "daily" });
	await database.record(backupMade(backup, options.clock));
	return backup;
}

/** Whether the daily backup of a store is due, as far as can be said without the lock. */
export async function isDailyBackupDue(places: BackupPlaces, clock: Clock): Promise<boolean> {
	return isDailyDueHere(await databaseOf(places), { folder: new BackupFolder(places), clock });
}

async function isDailyDueHere(
	database: BackedUpDatabase,
	{ folder, clock }: { folder: BackupFolder; clock: Clock },
): Promise<boolean> {
	const now = clock.now();
	const backups = await folder.list();
	// What the folder says costs nothing; the store is asked only when that isn't enough.
	if (!isDailyDue({ backups, storeMadeAt: 0, now })) return false;
	if (!isDailyDue({ backups, storeMadeAt: await database.madeAt(), now })) return false;
	return !(await database.wasDailyMadeElsewhere(lastDailyTime(now)));
}

/** The same for a caller that holds the lock of the store already, and adds the event when it can. */
export async function makeBackupUnderLock(places: BackupPlaces, options: BackupOptions): Promise<Backup> {
	const folder = new BackupFolder(places);
	const database = await databaseOf(places);
	try {
		await using scratch = await folder.openScratch();
		await requireRoom(folder.folder, await database.roomNeeded());
		const backup = await copyAndProve({ places, options, folder, database, scratch: scratch.path });
		if (backup.state === "proven") await letGo(folder, options.keep ?? KEPT_BACKUPS);
		return backup;
	} catch (error) {
		throw tellableStoreError(error);
	}
}

/** The event of a backup: that it was made, or that what was made is not what the store was. */
export function backupMade({ kind, state, name, bytes, sha256 }: Backup, clock: Clock): NewEvent {
	return {
		at: clock.now(),
		requestId: createId("req"),
		agentId: kind === "manual" ? OWNER : "",
		action: state === "failed" ? "backup.fail" : "backup.make",
		object: name,
		...(bytes !== undefined && { bytes }),
		...(sha256 !== undefined && { afterHash: sha256 }),
	};
}

interface Work {
	readonly places: BackupPlaces;
	readonly options: BackupOptions;
	readonly folder: BackupFolder;
	readonly database: BackedUpDatabase;
	readonly scratch: string;
}

async function copyAndProve({ places, options, folder, database, scratch }: Work): Promise<Backup> {
	const startedAt = performance.now();
	const madeAt = options.clock.now();
	const name = backupName(namingOf(places), { madeAt, kind: options.kind });
	const about = { format: 1, kind: options.kind, madeAt, version: options.version } as const;
	const took = () => ({ tookMs: Math.round(performance.now() - startedAt) });
	const file = join(scratch, name);
	const copied = await database.copyProven(file, scratch);
	if ("problem" in copied) {
		const record: BackupRecord = { ...about, ...NOTHING_PROVEN, ...copied, ...took(), state: "failed" };
		await folder.write(name, record);
		return { ...record, name };
	}
	const { doubt, ...proof } = copied;
	await moveDurably(file, join(folder.folder, name));
	await writeDurably(digestFileOf(join(folder.folder, name)), `${proof.sha256}  ${name}\n`);
	const state =
		doubt === undefined ? { state: "proven" as const } : { state: "unproven" as const, problem: doubt };
	const record: BackupRecord = { ...about, ...proof, ...took(), ...state };
	await folder.write(name, record);
	return { ...record, name };
}

const NOTHING_PROVEN = { migration: "", rows: {}, holdsKey: false } as const;

async function letGo(folder: BackupFolder, keep: number): Promise<void> {
	await folder.findDamage();
	for (const { name } of obsoleteBackups(await folder.list(), keep)) await folder.remove(name);
}

/** A backup that fills the disk would stop the store itself. */
async function requireRoom(folder: string, needed: number): Promise<void> {
	const { bavail, bsize } = await statfs(folder);
	const free = bavail * bsize;
	if (free >= needed) return;
	throw new CairnError(
		"unavailable",
		`The disk of the backups has ${sizeText(free, "en")} free, and a backup with its proof needs ${sizeText(needed, "en")}. Free some space and try again; nothing was changed.`,
		{ fault: "disk_full" },
	);
}
