import { constants } from "node:fs";
import { chmod, copyFile } from "node:fs/promises";
import { CairnError } from "@cairn/kernel";
import Database from "better-sqlite3";
import { MIGRATIONS } from "../generated/migrations.ts";
import { migrateSqlite } from "../migrate-sqlite.ts";
import { tellableStoreError } from "../store-error.ts";
import { takeOutFiles } from "./enclosed-files.ts";
import { rowCounts } from "./row-counts.ts";

export interface StagedStore {
	readonly file: string;
	/** Of each table, before it was brought up to date. */
	readonly rows: Record<string, number>;
	/** The files that the backup carried beside the store. */
	readonly files: ReadonlyMap<string, Buffer>;
	/** The migrations that it lacked. */
	readonly migrated: readonly string[];
}

/**
 * Makes a whole store of a backup in a scratch place: copies it, checks every page and every reference, takes out what
 * came along and brings it up to date. The backup itself is only read. A restore puts the result into place; a drill only
 * looks at it.
 * @throws CairnError `invalid_input` for a file that is no backup of a store, `unavailable` for one that is damaged, newer
 * than this program or doesn't fit on the disk.
 */
export async function stageBackup(backup: string, file: string): Promise<StagedStore> {
	try {
		await copyFile(backup, file, constants.COPYFILE_FICLONE);
		await chmod(file, 0o600);
		const { rows, files } = checkCopy(file);
		const migrated = migrateSqlite(file, MIGRATIONS);
		sealStore(file);
		return { file, rows, files, migrated };
	} catch (error) {
		throw tellBackupFault(error);
	}
}

function checkCopy(file: string): Pick<StagedStore, "rows" | "files"> {
	const copy = new Database(file);
	try {
		refuseOther(copy);
		const fault = copy.pragma("integrity_check(1)", { simple: true });
		if (fault !== "ok") throw damaged(String(fault));
		if (copy.pragma("foreign_key_check", { simple: true }) !== undefined)
			throw damaged("rows point to others that are not there");
		const files = takeOutFiles(copy);
		return { rows: rowCounts(copy), files };
	} finally {
		copy.close();
	}
}

function refuseOther(copy: Database.Database): void {
	const names = copy
		.prepare<[], { name: string }>(
			`SELECT name FROM sqlite_master WHERE name IN ('_prisma_migrations', 'events')`,
		)
		.all();
	if (names.length === 2) return;
	throw new CairnError(
		"invalid_input",
		"This file is no backup of a store of Cairn. Name one of those that cairn-admin backup made.",
	);
}

/** The size of a page that SQLite gives new files: a store can only be replaced by one that has its own. */
const PAGE_BYTES = 4096;

/** Into one file, without a log beside it. */
function sealStore(file: string): void {
	const store = new Database(file);
	try {
		store.pragma("journal_mode = DELETE");
		if (store.pragma("page_size", { simple: true }) === PAGE_BYTES) return;
		store.pragma(`page_size = ${PAGE_BYTES}`);
		store.exec("VACUUM");
	} finally {
		store.close();
	}
}

function damaged(fault: string): CairnError {
	return new CairnError("unavailable", `The backup is damaged: ${fault}.`, { fault: "damaged" });
}

function tellBackupFault(error: unknown): unknown {
	const told = tellableStoreError(error);
	const fault = told instanceof CairnError ? told.details.fault : undefined;
	if (told === error) return error;
	return fault === "damaged" ? damaged("it is not a whole SQLite file") : told;
}
