import { existsSync } from "node:fs";
import { mkdir, rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import { CairnError } from "@cairn/kernel";
import Database from "better-sqlite3";
import { isDamage } from "../store-error.ts";
import type { NewEvent } from "../tables/events.ts";
import type { Restored, RestoreRequest } from "./backed-up-database.ts";
import { BackupFolder } from "./backup-folder.ts";
import type { SqlitePlaces } from "./backup-places.ts";
import type { Backup } from "./backup-record.ts";
import { checkRestored } from "./check-restored.ts";
import { moveDurably } from "./durable-file.ts";
import { prepareHandover } from "./prepare-handover.ts";
import { replaceStore } from "./replace-store.ts";
import { type StagedStore, stageBackup } from "./stage-backup.ts";
import { storeIsDamaged } from "./store-is-damaged.ts";

/** Makes an SQLite store what a backup holds, its pages in one transaction; one that then isn't well is put back. */
export async function restoreSqlite(places: SqlitePlaces, request: RestoreRequest): Promise<Restored> {
	const staged = await stageBackup(request.backup, join(request.scratch, "staged.db"));
	const handed = await handOver(staged, { places, request });
	return { ...handed, rows: staged.rows, migrated: staged.migrated, files: staged.files };
}

interface Handover {
	readonly places: SqlitePlaces;
	readonly request: RestoreRequest;
}

type Handed = Pick<Restored, "restorePoint" | "putAside">;

async function handOver(staged: StagedStore, { places, request }: Handover): Promise<Handed> {
	const { storeFile } = places;
	const { event } = request;
	if (!existsSync(storeFile)) {
		await putInPlace(staged, { storeFile, event });
		return { restorePoint: undefined, putAside: undefined };
	}
	let restorePoint: Backup | undefined;
	const lastLook = async (database: Database.Database) => {
		restorePoint = await request.makeRestorePoint();
		await prepareHandover(database, { event, replaced: storeFile });
	};
	try {
		await replaceStore(storeFile, { staged: staged.file, lastLook });
	} catch (error) {
		if (!isDamage(error)) throw error;
		if (!request.replaceDamaged) throw storeIsDamaged();
		const putAside = await putDamagedAside(storeFile, event.at);
		await putInPlace(staged, { storeFile, event });
		return { restorePoint: undefined, putAside };
	}
	const fault = checkRestored(storeFile, event.requestId);
	if (fault !== undefined && restorePoint !== undefined) await goBack({ places, restorePoint, fault });
	return { restorePoint, putAside: undefined };
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

/** The damaged store with its log, so that what can be saved of it still can be. */
async function putDamagedAside(storeFile: string, at: number): Promise<string> {
	const aside = `${storeFile}.damaged-${new Date(at).toISOString().replace(/[-:.]/g, "")}`;
	for (const end of ["-wal", "-shm", ""])
		if (existsSync(storeFile + end)) await rename(storeFile + end, aside + end);
	return aside;
}

interface GoBack {
	readonly places: SqlitePlaces;
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
