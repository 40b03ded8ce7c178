import { ClientPrograms, type PostgresDatabase } from "./client-program.ts";
import { postgresRowCounts } from "./postgres-row-counts.ts";
import { openSession, type PostgresSession } from "./postgres-session.ts";

export interface PostgresCopy {
	readonly rows: Record<string, number>;
	/** The newest migration of the store. */
	readonly migration: string;
}

/**
 * Copies a store that others may be writing into a file, by `pg_dump`. Rows are counted in the very snapshot that is
 * copied, so that both are of the same moment, however long it takes; writers go on meanwhile.
 * @throws CairnError `unavailable`.
 */
export async function copyPostgres(database: PostgresDatabase, file: string): Promise<PostgresCopy> {
	await using session = await openSession(database.databaseUrl);
	const { client, schema, serverVersion } = session;
	const programs = new ClientPrograms(database, serverVersion);
	await programs.require();
	await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
	const { rows: exported } = await client.query<{ id: string }>("SELECT pg_export_snapshot() AS id");
	const rows = await postgresRowCounts(client, schema);
	const migration = await newestMigrationOf(session);
	await programs.dump({ schema, file, snapshot: exported[0]?.id ?? "" });
	await client.query("COMMIT");
	return { rows, migration };
}

/** The newest migration that was applied to a store; empty for a database that holds none. */
export async function newestMigrationOf({ client, schema }: PostgresSession): Promise<string> {
	const history = `${client.escapeIdentifier(schema)}."_prisma_migrations"`;
	const { rows: there } = await client.query<{ there: number }>(
		"SELECT to_regclass($1) IS NOT NULL AS there",
		[history],
	);
	if (there[0]?.there !== 1) return "";
	const { rows } = await client.query<{ name: string | null }>(
		`SELECT max(migration_name COLLATE "C") AS name FROM ${history} WHERE finished_at IS NOT NULL`,
	);
	return rows[0]?.name ?? "";
}
