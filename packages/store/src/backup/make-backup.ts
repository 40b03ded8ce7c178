import { statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { join } from "node:path";
import { CairnError, type Clock, createId, OWNER } from "@cairn/kernel";
import Database from "better-sqlite3";
import { isDamage, tellableStoreError } from "../store-error.ts";
import type { NewEvent } from "../tables/events.ts";
import { BackupFolder } from "./backup-folder.ts";
import { backupName, digestFileOf } from "./backup-name.ts";
import type { BackupPlaces } from "./backup-places.ts";
import type { Backup, BackupKind, BackupRecord } from "./backup-record.ts";
import { copyStore, storeMadeAt } from "./copy-store.ts";
import { isDailyDue } from "./daily-backup.ts";
import { moveDurably, writeDurably } from "./durable-file.ts";
import { encloseFiles, KEY_NAME } from "./enclosed-files.ts";
import { fileDigest } from "./file-digest.ts";
import { obsoleteBackups } from "./obsolete-backups.ts";
import { recordBackup } from "./record-backup.ts";
import { countDifference } from "./row-counts.ts";
import { stageBackup } from "./stage-backup.ts";
import { lockStore } from "./store-lock.ts";

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
 * @returns the backup; its state is `failed`, with the problem, when it could not be proven.
 * @throws CairnError `unavailable` when nothing could be copied: the disk is full, another backup is under way.
 */
export async function makeBackup(places: BackupPlaces, options: BackupOptions): Promise<Backup> {
	using _lock = await lockStore(places.folder, { waitMs: 0 });
	await new BackupFolder(places).clearScratch();
	const backup = await makeBackupUnderLock(places, options);
	await recordBackup(places.storeFile, backupMade(backup, options.clock));
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
	using _lock = await lockStore(places.folder, { waitMs: 0 });
	const folder = new BackupFolder(places);
	if (!(await isDailyDueHere(places, { folder, clock: options.clock }))) return undefined;
	await folder.clearScratch();
	const backup = await makeBackupUnderLock(places, { ...options, kind: "daily" });
	await recordBackup(places.storeFile, backupMade(backup, options.clock));
	return backup;
}

/** Whether the daily backup of a store is due, as far as can be said without the lock. */
export async function isDailyBackupDue(places: BackupPlaces, clock: Clock): Promise<boolean> {
	return isDailyDueHere(places, { folder: new BackupFolder(places), clock });
}

async function isDailyDueHere(
	{ storeFile }: BackupPlaces,
	{ folder, clock }: { folder: BackupFolder; clock: Clock },
): Promise<boolean> {
	const backups = await folder.list();
	return isDailyDue({ backups, storeMadeAt: storeMadeAt(storeFile), now: clock.now() });
}

/** The same for a caller that holds the lock of the store already, and adds the event when it can. */
export async function makeBackupUnderLock(places: BackupPlaces, options: BackupOptions): Promise<Backup> {
	const folder = new BackupFolder(places);
	try {
		await using scratch = await folder.openScratch();
		await requireRoom(places);
		const backup = await copyAndProve({ places, options, folder, scratch: scratch.path });
		if (backup.state === "proven") await letGo(folder, options.keep ?? KEPT_BACKUPS);
		return backup;
	} catch (error) {
		throw tellableStoreError(error);
	}
}

/** The event of a backup: that it was made, or that what was made could not be proven. */
export function backupMade({ kind, state, name, bytes, sha256 }: Backup, clock: Clock): NewEvent {
	return {
		at: clock.now(),
		requestId: createId("req"),
		agentId: kind === "manual" ? OWNER : "",
		action: state === "proven" ? "backup.make" : "backup.fail",
		object: name,
		...(bytes !== undefined && { bytes }),
		...(sha256 !== undefined && { afterHash: sha256 }),
	};
}

interface Work {
	readonly places: BackupPlaces;
	readonly options: BackupOptions;
	readonly folder: BackupFolder;
	readonly scratch: string;
}

async function copyAndProve(work: Work): Promise<Backup> {
	const { places, options, folder, scratch } = work;
	const startedAt = performance.now();
	const madeAt = options.clock.now();
	const name = backupName(places.storeFile, { madeAt, kind: options.kind });
	const about = { format: 1, kind: options.kind, madeAt, version: options.version } as const;
	const took = () => ({ tookMs: Math.round(performance.now() - startedAt) });
	const file = join(scratch, name);
	const proof = await copyProven(file, work);
	if ("problem" in proof) {
		const record: BackupRecord = { ...about, ...NOTHING_PROVEN, ...proof, ...took(), state: "failed" };
		await folder.write(name, record);
		return { ...record, name };
	}
	await moveDurably(file, join(folder.folder, name));
	await writeDurably(digestFileOf(join(folder.folder, name)), `${proof.sha256}  ${name}\n`);
	const record: BackupRecord = { ...about, ...proof, ...took(), state: "proven" };
	await folder.write(name, record);
	return { ...record, name };
}

const NOTHING_PROVEN = { migration: "", rows: {}, holdsKey: false } as const;

type Proof = Required<Pick<BackupRecord, "migration" | "rows" | "holdsKey" | "bytes" | "sha256">>;

/** What was copied into a file and proven of it, or what is wrong: a store that is damaged can't be copied whole. */
async function copyProven(file: string, { places, scratch }: Work): Promise<Proof | { problem: string }> {
	try {
		const { rows, migration } = await copyStore(places.storeFile, file);
		const holdsKey = enclose(file, places);
		const sha256 = await fileDigest(file);
		const staged = await stageBackup(file, join(scratch, "drill.db"));
		const difference = countDifference(rows, staged.rows);
		if (difference !== undefined)
			return { problem: `The restored copy differs from the store: ${difference}.` };
		return { rows, migration, holdsKey, sha256, bytes: statSync(file).size };
	} catch (error) {
		if (!isDamage(error)) throw error;
		return {
			problem:
				"The copy is damaged, so the store is as well, or the disk fails. Check the disk, and restore a proven backup.",
		};
	}
}

/** Makes one file of the copy, which carries what belongs to the store; says whether the key is in it. */
function enclose(file: string, { keyFile }: BackupPlaces): boolean {
	const copy = new Database(file);
	try {
		copy.pragma("journal_mode = DELETE");
		return encloseFiles(copy, keyFile === undefined ? {} : { [KEY_NAME]: keyFile }).length > 0;
	} finally {
		copy.close();
	}
}

async function letGo(folder: BackupFolder, keep: number): Promise<void> {
	await folder.findDamage();
	for (const { name } of obsoleteBackups(await folder.list(), keep)) await folder.remove(name);
}

/** A backup that fills the disk would stop the store itself. */
async function requireRoom({ storeFile, folder }: BackupPlaces): Promise<void> {
	const { bavail, bsize } = await statfs(folder);
	const needed = 2 * sizeOf(storeFile) + sizeOf(`${storeFile}-wal`);
	const free = bavail * bsize;
	if (free >= needed) return;
	throw new CairnError(
		"unavailable",
		`The disk of the backups has ${megabytes(free)} MB free, and a backup with its proof needs ${megabytes(needed)} MB. Free some space and try again; nothing was changed.`,
		{ fault: "disk_full" },
	);
}

const megabytes = (bytes: number) => Math.ceil(bytes / 1_000_000);

function sizeOf(file: string): number {
	return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
