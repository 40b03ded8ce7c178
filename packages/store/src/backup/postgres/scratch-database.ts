import { createHash, randomBytes } from "node:crypto";
import { CairnError } from "@cairn/kernel";
import { databaseName } from "../../database-name.ts";
import { openSession, type PostgresSession } from "./postgres-session.ts";

/** A database for work in progress on the same server, with an empty schema of the store's name; goes with it. */
export interface ScratchDatabase extends AsyncDisposable {
	readonly databaseUrl: string;
	readonly schema: string;
}

/** The role of a connection, where it may not make a database; undefined where it may. */
export async function roleWithoutScratch({ client }: PostgresSession): Promise<string | undefined> {
	const { rows } = await client.query<{ role: string }>(
		"SELECT rolname AS role FROM pg_roles WHERE rolname = current_user AND NOT (rolcreatedb OR rolsuper)",
	);
	return rows[0]?.role;
}

/**
 * Makes a scratch database like the one of the store.
 * @throws CairnError `forbidden` when the role may not make one.
 */
export async function openScratchDatabase(databaseUrl: string, schema: string): Promise<ScratchDatabase> {
	await using session = await openSession(databaseUrl);
	const { client } = session;
	const role = await roleWithoutScratch(session);
	if (role !== undefined) throw mayNotMake(role);
	const name = `${scratchPrefix(databaseUrl)}${randomBytes(4).toString("hex")}`;
	// Without an order of its own, which is there everywhere and goes with every encoding: the columns have theirs.
	await client.query(
		`CREATE DATABASE ${client.escapeIdentifier(name)} TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C'`,
	);
	const scratchUrl = withDatabase(databaseUrl, name);
	const close = async () => {
		await using cleaning = await openSession(databaseUrl);
		await dropDatabase(cleaning, name);
	};
	try {
		await using scratch = await openSession(scratchUrl);
		await scratch.client.query(`CREATE SCHEMA IF NOT EXISTS ${client.escapeIdentifier(schema)}`);
	} catch (error) {
		await close();
		throw error;
	}
	return { databaseUrl: scratchUrl, schema, [Symbol.asyncDispose]: close };
}

/** Drops what crashes left; for whoever holds the lock of the store and has not begun yet. */
export async function dropLeftScratch(session: PostgresSession, databaseUrl: string): Promise<void> {
	const { rows } = await session.client.query<{ name: string }>(
		"SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)",
		[scratchPrefix(databaseUrl)],
	);
	for (const { name } of rows) await dropDatabase(session, name);
}

async function dropDatabase({ client }: PostgresSession, name: string): Promise<void> {
	await client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(name)} WITH (FORCE)`);
}

/** What the scratch databases of one store begin with, which tells them from those of another on the same server. */
export function scratchPrefix(databaseUrl: string): string {
	const store = createHash("sha256").update(databaseName(databaseUrl)).digest("hex").slice(0, 8);
	return `cairn_scratch_${store}_`;
}

function withDatabase(databaseUrl: string, name: string): string {
	const url = new URL(databaseUrl);
	url.pathname = `/${name}`;
	return url.href;
}

function mayNotMake(role: string): CairnError {
	return new CairnError(
		"forbidden",
		`The role ${role} may not create a database, and a restore is tried in one of its own. Let it: ALTER ROLE "${role}" CREATEDB.`,
	);
}
