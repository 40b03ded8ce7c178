import { openSession, type PostgresSession } from "../backup/postgres/postgres-session.ts";
import { MIGRATIONS } from "../generated/postgres-migrations.ts";
import { migratePostgres } from "../migrate-postgres.ts";
import { postgresSql } from "../postgres-connection.ts";
import { tellablePostgresError } from "../postgres-error.ts";
import { WRITER_LOCK } from "../postgres-transaction.ts";
import { postgresValues } from "../postgres-types.ts";
import { postgresConnection, schemaOf } from "../postgres-url.ts";
import { type CopiedTable, listCopiedTables } from "./copied-tables.ts";
import type { CopySource, CopyTarget } from "./copy-ends.ts";
import { notEmpty, sameDatabase } from "./copy-refusals.ts";
import { type CopiedRow, quoted } from "./read-table.ts";

/** A statement of PostgreSQL takes so many values at the most. */
const VALUES_AT_ONCE = 65_535;

/**
 * Opens a database for a copy: one without tables gets those of a new store. All that is copied is in one transaction.
 * @throws CairnError when it holds anything else than a store that nobody used yet, or is the source's own.
 */
export async function openPostgresTarget(
	databaseUrl: string,
	{ connectionName }: Pick<CopySource, "connectionName">,
): Promise<CopyTarget> {
	const connection = postgresConnection(databaseUrl);
	try {
		if (connectionName !== undefined) await refuseDatabaseOf(connectionName, databaseUrl);
		await migratePostgres(connection, {
			migrations: MIGRATIONS,
			schema: schemaOf(databaseUrl),
			async beforeMigration() {
				throw notEmpty("The database to copy into holds a store of an older version of Cairn");
			},
		});
	} catch (error) {
		throw tellablePostgresError(error);
	}
	const session = await openSession(databaseUrl);
	try {
		return await open(session);
	} catch (error) {
		await session[Symbol.asyncDispose]();
		throw tellablePostgresError(error);
	}
}

/** Its own writers are held off, so that a copy into another schema of it would wait for itself. */
async function refuseDatabaseOf(connectionName: string, databaseUrl: string): Promise<void> {
	await using session = await openSession(databaseUrl);
	const { rowCount } = await session.client.query(
		"SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1",
		[connectionName],
	);
	if (rowCount !== 0) throw sameDatabase();
}

async function open(session: PostgresSession): Promise<CopyTarget> {
	const { client } = session;
	const sql = postgresSql(client);
	await client.query("BEGIN");
	await client.query("SET LOCAL lock_timeout = '15s'");
	await client.query(`SELECT pg_advisory_xact_lock(${WRITER_LOCK})`);
	const tables = await listCopiedTables(sql);
	for (const { name } of tables) {
		const row = await sql.get(`SELECT 1 FROM ${quoted(name)} LIMIT 1`);
		if (row !== undefined) throw notEmpty("The database to copy into holds a store that is in use");
	}
	// Triggers would change what is put in: they rest until all is there.
	const setTriggers = async (state: "DISABLE" | "ENABLE") => {
		for (const { name } of tables) await client.query(`ALTER TABLE ${quoted(name)} ${state} TRIGGER USER`);
	};
	await setTriggers("DISABLE");
	return {
		sql,
		async insert(table, rows) {
			const size = Math.floor(VALUES_AT_ONCE / table.columns.length);
			for (let from = 0; from < rows.length; from += size)
				await client.query(insertion(table, rows.slice(from, from + size)));
		},
		async setLastNumbers(numbers) {
			for (const [table, number] of numbers)
				await sql.run(
					`SELECT setval(pg_get_serial_sequence(quote_ident(attrelid::regclass::text), attname), ?, true)
					 FROM pg_attribute WHERE attrelid = to_regclass(quote_ident(?)) AND attnum > 0
					 AND pg_get_serial_sequence(quote_ident(attrelid::regclass::text), attname) IS NOT NULL`,
					number,
					table,
				);
			await sql.run("UPDATE event_ids SET newest_id = ?", numbers.get("events") ?? 0);
		},
		async finish() {
			await setTriggers("ENABLE");
			await client.query("COMMIT");
			// The copy stands; figures for the planner come by themselves in the end.
			await client.query("ANALYZE").catch(() => {});
		},
		[Symbol.asyncDispose]: () => session[Symbol.asyncDispose](),
	};
}

function insertion({ name, columns }: CopiedTable, rows: readonly CopiedRow[]) {
	const places = rows.map(
		(_, row) => `(${columns.map((_, column) => `$${row * columns.length + column + 1}`).join(", ")})`,
	);
	return {
		text: `INSERT INTO ${quoted(name)} (${columns.map(quoted).join(", ")}) VALUES ${places.join(", ")}`,
		values: postgresValues(rows.flatMap((row) => columns.map((column) => row[column] ?? null))),
	};
}
