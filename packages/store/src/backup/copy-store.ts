import { chmodSync } from "node:fs";
import Database from "better-sqlite3";
import { rowCounts } from "./row-counts.ts";

/** Pages that are copied before other work of this process gets its turn. */
const PAGES_A_STEP = 1_000;

export interface StoreCopy {
	readonly rows: Record<string, number>;
	/** The newest migration of the store. */
	readonly migration: string;
}

/**
 * Copies a store that others may be writing into a new file. Rows are counted and pages copied in one read transaction, so
 * that both are of the same moment, however long it takes; writers go on meanwhile.
 */
export async function copyStore(storeFile: string, target: string): Promise<StoreCopy> {
	const source = new Database(storeFile, { readonly: true, fileMustExist: true, timeout: 5_000 });
	try {
		source.exec("BEGIN");
		const rows = rowCounts(source);
		const migration = newestMigration(source);
		await source.backup(target, { progress: () => PAGES_A_STEP });
		chmodSync(target, 0o600);
		return { rows, migration };
	} finally {
		source.close();
	}
}

/** The newest migration that was applied to a store; empty for one that has none. */
export function newestMigration(database: Database.Database): string {
	const row = database
		.prepare<[], { name: string | null }>(
			`SELECT max("migration_name") AS name FROM "_prisma_migrations" WHERE "finished_at" IS NOT NULL`,
		)
		.get();
	return row?.name ?? "";
}

/** When a store was made, by its first migration: milliseconds since the epoch, 0 for one that can't say. */
export function storeMadeAt(storeFile: string): number {
	const database = new Database(storeFile, { readonly: true, fileMustExist: true, timeout: 5_000 });
	try {
		const row = database
			.prepare<[], { at: string | number | null }>(`SELECT min("started_at") AS at FROM "_prisma_migrations"`)
			.get();
		return new Date(row?.at ?? 0).getTime() || 0;
	} finally {
		database.close();
	}
}
