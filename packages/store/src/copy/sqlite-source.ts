import { existsSync } from "node:fs";
import { CairnError } from "@cairn/kernel";
import Database from "better-sqlite3";
import { sqlOf } from "../backup/sql-of.ts";
import { MIGRATIONS } from "../generated/migrations.ts";
import { missingMigrations } from "../migrate-sqlite.ts";
import { isBusy, tellableStoreError } from "../store-error.ts";
import type { CopySource } from "./copy-ends.ts";
import { inUse, nothingToCopy, notUpToDate } from "./copy-refusals.ts";

/** Opens a SQLite file for copying. @throws CairnError when a program has it open, or it isn't up to date. */
export function openSqliteSource(file: string): CopySource {
	if (!existsSync(file)) throw nothingToCopy();
	try {
		return open(file);
	} catch (error) {
		if (isBusy(error)) throw inUse();
		throw error instanceof CairnError ? error : tellableStoreError(error);
	}
}

function open(file: string): CopySource {
	if (missingMigrations(file, MIGRATIONS).length > 0) throw notUpToDate();
	const database = new Database(file, { fileMustExist: true, timeout: 0 });
	try {
		database.pragma("query_only = ON");
		// Whoever has the file open holds a lock on it that this one doesn't go with: also a program that stands idle.
		database.pragma("locking_mode = EXCLUSIVE");
		database.exec("BEGIN");
		database.prepare("SELECT 1 FROM events LIMIT 1").get();
	} catch (error) {
		database.close();
		throw error;
	}
	return {
		sql: sqlOf(database),
		async lastNumbers() {
			const rows = database
				.prepare<[], { name: string; seq: number }>("SELECT name, seq FROM sqlite_sequence")
				.all();
			return new Map(rows.map(({ name, seq }) => [name, seq]));
		},
		// Nobody can open the file until it is closed here.
		refuseInUse: async () => {},
		[Symbol.asyncDispose]: async () => void database.close(),
	};
}
