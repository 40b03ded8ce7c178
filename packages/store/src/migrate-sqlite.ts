import { randomUUID } from "node:crypto";
import { CairnError } from "@cairn/kernel";
import Database from "better-sqlite3";
import { type AppliedMigration, failedMigration, type Migration, pendingMigrations } from "./migration.ts";

/** How long a second process waits while a first one migrates, milliseconds. */
const LOCK_WAIT_MS = 30_000;

/** The table and columns in which Prisma keeps its history, so that its command line agrees with us. */
const HISTORY_TABLE = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    "id"                    TEXT PRIMARY KEY NOT NULL,
    "checksum"              TEXT NOT NULL,
    "finished_at"           DATETIME,
    "migration_name"        TEXT NOT NULL,
    "logs"                  TEXT,
    "rolled_back_at"        DATETIME,
    "started_at"            DATETIME NOT NULL DEFAULT current_timestamp,
    "applied_steps_count"   INTEGER UNSIGNED NOT NULL DEFAULT 0
)`;

/**
 * The names of the migrations that a store lacks; none for a file that holds no store yet, which needs no care.
 * @throws CairnError `unavailable` when the store is newer than this program, was made by an edited migration, or the file
 * is another program's.
 */
export function missingMigrations(file: string, migrations: readonly Migration[]): string[] {
	const database = new Database(file, { timeout: LOCK_WAIT_MS, readonly: true });
	try {
		refuseForeignFile(database);
		if (appliedRows(database).length === 0) return [];
		return pending(database, migrations).map(({ name }) => name);
	} finally {
		database.close();
	}
}

/**
 * Brings a SQLite file up to the given migrations, all in one transaction: they are in or the store is as it was.
 * @returns the names of those that were applied now.
 * @throws CairnError `unavailable` when the store is newer than this program, or was made by an edited migration.
 */
export function migrateSqlite(file: string, migrations: readonly Migration[]): string[] {
	const database = new Database(file, { timeout: LOCK_WAIT_MS });
	try {
		// Before anything is written, also the journal mode: a file of another program stays as it is, byte for byte.
		refuseForeignFile(database);
		database.pragma("journal_mode = WAL");
		if (pending(database, migrations).length === 0) return [];
		return applyUnderLock(database, migrations);
	} finally {
		database.close();
	}
}

function applyUnderLock(database: Database.Database, migrations: readonly Migration[]): string[] {
	// Must come before the transaction: inside it does nothing, and rebuilding a table would delete what hangs on it.
	database.pragma("foreign_keys = OFF");
	const apply = database.transaction(() => {
		database.exec(HISTORY_TABLE);
		const todo = pending(database, migrations);
		for (const migration of todo) applyOne(database, migration);
		if (database.pragma("foreign_key_check", { simple: true }) !== undefined) {
			throw new CairnError(
				"unavailable",
				"A migration of the store left rows that point nowhere; it was undone.",
			);
		}
		return todo.map(({ name }) => name);
	});
	return apply.immediate();
}

function applyOne(database: Database.Database, { name, checksum, sql }: Migration): void {
	const startedAt = new Date().toISOString();
	try {
		database.exec(sql);
	} catch (error) {
		throw failedMigration(name, error);
	}
	database
		.prepare(
			`INSERT INTO "_prisma_migrations" ("id", "checksum", "migration_name", "started_at", "finished_at", "applied_steps_count")
			 VALUES (?, ?, ?, ?, ?, 1)`,
		)
		.run(randomUUID(), checksum, name, startedAt, new Date().toISOString());
}

function pending(database: Database.Database, migrations: readonly Migration[]): Migration[] {
	return pendingMigrations(migrations, { applied: appliedRows(database), place: "data folder" });
}

/** A SQLite file of another program is left alone, whatever it is called. */
function refuseForeignFile(database: Database.Database): void {
	const tables = database
		.prepare<[], { name: string }>(
			`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'`,
		)
		.all();
	const names = new Set(tables.map(({ name }) => name));
	if (names.size === 0 || (names.has("_prisma_migrations") && names.has("events"))) return;
	if (names.size === 1 && names.has("_prisma_migrations")) return;
	throw new CairnError(
		"unavailable",
		"The file that should hold the store is a SQLite file of another program. It was left as it is; name another file.",
	);
}

function appliedRows(database: Database.Database): AppliedMigration[] {
	const table = database
		.prepare(`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '_prisma_migrations'`)
		.get();
	if (table === undefined) return [];
	return database
		.prepare<[], AppliedMigration>(
			`SELECT "migration_name", "checksum", "finished_at" FROM "_prisma_migrations" WHERE "rolled_back_at" IS NULL`,
		)
		.all();
}
