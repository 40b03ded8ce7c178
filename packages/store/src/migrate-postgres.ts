import { randomUUID } from "node:crypto";
import { CairnError } from "@cairn/kernel";
import pg from "pg";
import { type AppliedMigration, failedMigration, type Migration, pendingMigrations } from "./migration.ts";
import { WRITER_LOCK } from "./postgres-transaction.ts";
import { refuseTransactionPooler } from "./refuse-transaction-pooler.ts";

/** The lock that Prisma's own command line takes when it migrates. */
const MIGRATION_LOCK = 72_707_369;
/** How long to wait for another process that migrates, or for writers, milliseconds. */
const LOCK_WAIT_MS = 600_000;

/** For as long as a backup and migrations take, whatever limits the server has for others. */
const WITHOUT_LIMITS = "SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0";

/** The table and columns in which Prisma keeps its history, so that its command line agrees with us. */
const HISTORY_TABLE = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    "id"                    VARCHAR(36) PRIMARY KEY NOT NULL,
    "checksum"              VARCHAR(64) NOT NULL,
    "finished_at"           TIMESTAMPTZ,
    "migration_name"        VARCHAR(255) NOT NULL,
    "logs"                  TEXT,
    "rolled_back_at"        TIMESTAMPTZ,
    "started_at"            TIMESTAMPTZ NOT NULL DEFAULT now(),
    "applied_steps_count"   INTEGER NOT NULL DEFAULT 0
)`;

export interface PostgresMigration {
	readonly migrations: readonly Migration[];
	/** Where the tables stand, made when it isn't there; the first one of the user's search path unless told. */
	readonly schema?: string | undefined;
	/** Called before a store that holds something is changed; when it fails, the store stays as it is. */
	readonly beforeMigration?: ((missing: readonly string[]) => Promise<void>) | undefined;
}

/**
 * Brings the store of a database up to the given migrations, all in one transaction: they are in or the store is as it was.
 * @returns the names of those that were applied now.
 * @throws CairnError `unavailable` when the store is newer than this program, was made by an edited migration, or the
 * database is another program's.
 */
export async function migratePostgres(
	connection: pg.ClientConfig,
	migration: PostgresMigration,
): Promise<string[]> {
	// A migration may take longer than any statement of a call, and others wait for it.
	const client = new pg.Client({ ...connection, query_timeout: 0 });
	client.on("error", () => {});
	try {
		await client.connect();
		await refuseOldServer(client);
		await refuseTransactionPooler(client, connection);
		await refuseForeignDatabase(client);
		if ((await pending(client, migration.migrations)).length === 0) return [];
		return await applyUnderLock(client, migration);
	} finally {
		await client.end().catch(() => {});
	}
}

async function applyUnderLock(
	client: pg.Client,
	{ migrations, schema, beforeMigration }: PostgresMigration,
): Promise<string[]> {
	await client.query(
		`BEGIN ISOLATION LEVEL READ COMMITTED; ${WITHOUT_LIMITS}; SET LOCAL lock_timeout = ${LOCK_WAIT_MS}; SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`,
	);
	try {
		const applied = await appliedMigrations(client);
		const todo = await pending(client, migrations);
		if (applied.length > 0 && todo.length > 0) await beforeMigration?.(todo.map(({ name }) => name));
		await client.query(`SELECT pg_advisory_xact_lock(${WRITER_LOCK})`);
		if (schema !== undefined) await client.query(`CREATE SCHEMA IF NOT EXISTS "${schema}"`);
		await client.query(HISTORY_TABLE);
		for (const migration of todo) await applyOne(client, migration);
		await client.query("COMMIT");
		return todo.map(({ name }) => name);
	} catch (error) {
		await client.query("ROLLBACK").catch(() => {});
		throw error;
	}
}

async function applyOne(client: pg.Client, { name, checksum, sql }: Migration): Promise<void> {
	try {
		await client.query(sql);
	} catch (error) {
		throw failedMigration(name, error);
	}
	await client.query(
		`INSERT INTO "_prisma_migrations" ("id", "checksum", "migration_name", "started_at", "finished_at", "applied_steps_count")
		 VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`,
		[randomUUID(), checksum, name],
	);
}

async function pending(client: pg.Client, migrations: readonly Migration[]): Promise<Migration[]> {
	return pendingMigrations(migrations, { applied: await appliedMigrations(client), place: "database" });
}

async function appliedMigrations(client: pg.Client): Promise<AppliedMigration[]> {
	if (!(await tableNames(client)).has("_prisma_migrations")) return [];
	const { rows } = await client.query<AppliedMigration>(
		`SELECT "migration_name", "checksum", "finished_at" FROM "_prisma_migrations" WHERE "rolled_back_at" IS NULL`,
	);
	return rows;
}

/** The oldest version of the server that is tested. */
const OLDEST = { version: 15, number: 150_000 };

async function refuseOldServer(client: pg.Client): Promise<void> {
	const { rows } = await client.query<{ server_version_num: string }>("SHOW server_version_num");
	if (Number(rows[0]?.server_version_num) >= OLDEST.number) return;
	throw new CairnError(
		"unavailable",
		`The database's server is older than PostgreSQL ${OLDEST.version}, which Cairn needs at the least. Nothing was changed; update it.`,
	);
}

/** A database of another program is left alone. */
async function refuseForeignDatabase(client: pg.Client): Promise<void> {
	const names = await tableNames(client);
	if (names.size === 0 || (names.has("_prisma_migrations") && names.has("events"))) return;
	if (names.size === 1 && names.has("_prisma_migrations")) return;
	throw new CairnError(
		"unavailable",
		"The database that should hold the store holds another program's tables. It was left as it is; name another database, or a schema of its own by ?schema=cairn behind the address.",
	);
}

async function tableNames(client: pg.Client): Promise<Set<string>> {
	const { rows } = await client.query<{ name: string }>(
		"SELECT tablename AS name FROM pg_catalog.pg_tables WHERE schemaname = current_schema()",
	);
	return new Set(rows.map(({ name }) => name));
}
