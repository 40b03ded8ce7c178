import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { newestMigrationOf } from "../backup/postgres/copy-postgres.ts";
import { lockPostgres } from "../backup/postgres/postgres-lock.ts";
import type { PostgresSession } from "../backup/postgres/postgres-session.ts";
import { MIGRATIONS } from "../generated/postgres-migrations.ts";
import { postgresSql } from "../postgres-connection.ts";
import { tellablePostgresError } from "../postgres-error.ts";
import { WRITER_LOCK } from "../postgres-transaction.ts";
import type { CopySource } from "./copy-ends.ts";
import { inUse, nothingToCopy, notUpToDate } from "./copy-refusals.ts";

export interface PostgresSourceOptions {
	readonly databaseUrl: string;
	/** That of its backups. */
	readonly folder: string;
	/** How long programs that lost their connection are waited for, milliseconds. */
	readonly backWithinMs: number;
}

/**
 * Opens the store of a database for copying, and keeps backups, restores and writers away from it meanwhile. A program that
 * uses it has a connection, but for the moment in which it makes a lost one anew: so they are looked for twice.
 * @throws CairnError when a program uses the store, or it isn't up to date.
 */
export async function openPostgresSource({
	databaseUrl,
	folder,
	backWithinMs,
}: PostgresSourceOptions): Promise<CopySource> {
	const session = await lockPostgres({ databaseUrl, folder }, { waitMs: 0 });
	const { client } = session;
	const sql = postgresSql(client);
	const connectionName = `cairn copy ${randomBytes(8).toString("hex")}`;
	try {
		await client.query(`SET application_name = '${connectionName}'`);
		const newest = await newestMigrationOf(session);
		if (newest === "") throw nothingToCopy();
		if (newest !== MIGRATIONS.at(-1)?.name) throw notUpToDate();
		await refuseInUse(session);
		// Before the snapshot: the commit of whoever wrote last is in it.
		await client.query("SET lock_timeout = '15s'");
		await client.query(`SELECT pg_advisory_lock(${WRITER_LOCK})`);
		await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
	} catch (error) {
		await session[Symbol.asyncDispose]();
		throw tellablePostgresError(error);
	}
	const allBackAt = performance.now() + backWithinMs;
	return {
		sql,
		connectionName,
		async refuseInUse() {
			await sleep(Math.max(0, allBackAt - performance.now()));
			await refuseInUse(session);
		},
		async lastNumbers() {
			const rows = await sql.all<{ name: string; number: number }>(
				`SELECT c.relname::text AS name, s.last_value AS number FROM pg_sequences AS s
				 JOIN pg_depend AS d ON d.objid = format('%I.%I', s.schemaname, s.sequencename)::regclass AND d.deptype = 'a'
				 JOIN pg_class AS c ON c.oid = d.refobjid
				 WHERE s.schemaname = current_schema() AND s.last_value IS NOT NULL
				 UNION ALL SELECT 'events', newest_id FROM event_ids WHERE newest_id > 0`,
			);
			return new Map(rows.map(({ name, number }) => [name, number]));
		},
		[Symbol.asyncDispose]: () => session[Symbol.asyncDispose](),
	};
}

/** Every open store listens, so that it has a connection also while nobody asks it anything. */
async function refuseInUse({ client }: PostgresSession): Promise<void> {
	const { rowCount } = await client.query(
		`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
		 AND application_name IN ('cairn', 'cairn backup') LIMIT 1`,
	);
	if (rowCount !== 0) throw inUse();
}
