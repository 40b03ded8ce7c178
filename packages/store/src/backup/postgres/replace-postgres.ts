import { join } from "node:path";
import type pg from "pg";
import { RESTORE_SCHEMAS } from "../../postgres-url.ts";
import { ClientPrograms, type PostgresDatabase } from "./client-program.ts";
import { openSession, type PostgresSession } from "./postgres-session.ts";

const { coming: COMING, gone: GONE } = RESTORE_SCHEMAS;

/** How long to wait for programs that still read a store which was replaced, as a setting of PostgreSQL. */
const WAIT = "15s";

/** Drops what a restore that was interrupted left; for whoever holds the lock of the store. */
export async function dropLeftSchemas({ client }: PostgresSession): Promise<void> {
	await client.query(`SET lock_timeout = '${WAIT}'`);
	for (const schema of [COMING, GONE]) await client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
	await client.query("RESET lock_timeout");
}

export interface BringOver {
	/** The database of the store, and the scratch database that holds the one that is to come. */
	readonly to: PostgresDatabase;
	readonly from: PostgresDatabase;
	/** A folder for work in progress. */
	readonly scratch: string;
}

/** Brings a staged store into the database, into a schema where no program looks for it. */
export async function bringOver(session: PostgresSession, { from, to, scratch }: BringOver): Promise<void> {
	const { client, schema, serverVersion } = session;
	const file = join(scratch, "staged.dump");
	await using staged = await openSession(from.databaseUrl);
	await staged.client.query(`ALTER SCHEMA ${client.escapeIdentifier(schema)} RENAME TO ${COMING}`);
	await new ClientPrograms(from, serverVersion).dump({ schema: COMING, file });
	await client.query(`CREATE SCHEMA ${COMING}`);
	await new ClientPrograms(to, serverVersion).restore({ schema: COMING, file });
}

/**
 * Makes the schema that was brought over the store's, within a transaction of the caller. Programs that run go on: they read
 * what was until the transaction commits, and find the tables of the new schema by their names from then on.
 */
export async function swapIn({ client, schema }: PostgresSession): Promise<void> {
	const live = client.escapeIdentifier(schema);
	await client.query(`ALTER SCHEMA ${live} RENAME TO ${GONE}`);
	await client.query(`ALTER SCHEMA ${COMING} RENAME TO ${live}`);
	await moveExtensions(client, { from: GONE, to: schema });
}

/** Puts back what {@link swapIn} replaced, within a transaction of the caller. */
export async function swapBack({ client, schema }: PostgresSession): Promise<void> {
	const live = client.escapeIdentifier(schema);
	await client.query(`ALTER SCHEMA ${live} RENAME TO ${COMING}`);
	await client.query(`ALTER SCHEMA ${GONE} RENAME TO ${live}`);
	await moveExtensions(client, { from: COMING, to: schema });
}

/** Extensions that somebody put beside the store stay where they are looked for. */
async function moveExtensions(client: pg.Client, { from, to }: { from: string; to: string }): Promise<void> {
	const { rows } = await client.query<{ name: string }>(
		"SELECT extname AS name FROM pg_extension JOIN pg_namespace n ON n.oid = extnamespace WHERE nspname = $1",
		[from],
	);
	for (const { name } of rows)
		await client.query(
			`ALTER EXTENSION ${client.escapeIdentifier(name)} SET SCHEMA ${client.escapeIdentifier(to)}`,
		);
}

/** Keeps a replaced store of which no restore point could be made. @returns the schema that it is in now. */
export async function keepDamaged({ client }: PostgresSession, at: number): Promise<string> {
	const kept = `cairn_damaged_${new Date(at).toISOString().replace(/[-:.]/g, "").toLowerCase()}`;
	await client.query(`ALTER SCHEMA ${GONE} RENAME TO ${kept}`);
	return kept;
}
