import { join } from "node:path";
import { CairnError } from "@cairn/kernel";
import { MIGRATIONS } from "../../generated/postgres-migrations.ts";
import { migratePostgres } from "../../migrate-postgres.ts";
import { postgresConnection } from "../../postgres-url.ts";
import { unpackArchive } from "./backup-archive.ts";
import { ClientPrograms, type PostgresDatabase } from "./client-program.ts";
import { postgresRowCounts } from "./postgres-row-counts.ts";
import { openSession } from "./postgres-session.ts";
import { openScratchDatabase, type ScratchDatabase } from "./scratch-database.ts";

export interface StagedPostgres extends AsyncDisposable {
	/** A database that holds nothing but the store, in the schema that the store has in its own. */
	readonly databaseUrl: string;
	/** Of each table, before it was brought up to date. */
	readonly rows: Record<string, number>;
	/** The files that the backup carried beside the store. */
	readonly files: ReadonlyMap<string, Buffer>;
	/** The migrations that it lacked. */
	readonly migrated: readonly string[];
}

export interface StageOptions {
	readonly backup: string;
	/** A folder for work in progress. */
	readonly scratch: string;
}

/**
 * Makes a whole store of a backup in a scratch database: restores it with all that its tables refer to, and brings it up
 * to date. The backup itself is only read. A restore puts the result into place; a drill only looks at it.
 * @throws CairnError `invalid_input` for a file that is no backup of a store on PostgreSQL, `forbidden` when the role may
 * not make a database, `unavailable` for one that is damaged, newer than this program or doesn't fit on the disk.
 */
export async function stagePostgresBackup(
	database: PostgresDatabase,
	{ backup, scratch }: StageOptions,
): Promise<StagedPostgres> {
	const dump = join(scratch, "drill.dump");
	const files = await unpackArchive(backup, dump);
	await using session = await openSession(database.databaseUrl);
	const programs = new ClientPrograms(database, session.serverVersion);
	await programs.require();
	const from = schemaOf(await programs.list(dump));
	const place = await openScratchDatabase(database.databaseUrl, from);
	try {
		await new ClientPrograms({ ...database, databaseUrl: place.databaseUrl }, session.serverVersion).restore({
			schema: from,
			file: dump,
		});
		const rows = await settle(place, { from, to: session.schema });
		const migrated = await migratePostgres(postgresConnection(place.databaseUrl), { migrations: MIGRATIONS });
		return {
			databaseUrl: place.databaseUrl,
			rows,
			files,
			migrated,
			[Symbol.asyncDispose]: () => place[Symbol.asyncDispose](),
		};
	} catch (error) {
		await place[Symbol.asyncDispose]();
		throw error;
	}
}

/** Gives the schema the name that the store's has here, and counts. */
async function settle(
	{ databaseUrl }: ScratchDatabase,
	{ from, to }: { from: string; to: string },
): Promise<Record<string, number>> {
	await using session = await openSession(databaseUrl);
	const { client } = session;
	if (from !== to) {
		await client.query(`DROP SCHEMA IF EXISTS ${client.escapeIdentifier(to)}`);
		await client.query(
			`ALTER SCHEMA ${client.escapeIdentifier(from)} RENAME TO ${client.escapeIdentifier(to)}`,
		);
	}
	return await postgresRowCounts(client, to);
}

/** The schema of the store in what `pg_restore --list` says of a dump. @throws CairnError for one of something else. */
function schemaOf(list: string): string {
	const schemasWith = (table: string) =>
		list.split("\n").flatMap((line) => line.match(new RegExp(` TABLE (\\S+) ${table} `))?.[1] ?? []);
	const histories = schemasWith("_prisma_migrations");
	const schema = schemasWith("events").find((one) => histories.includes(one));
	if (schema !== undefined) return schema;
	throw new CairnError(
		"invalid_input",
		"This file is no backup of a store of Cairn. Name one of those that cairn-admin backup made.",
	);
}
