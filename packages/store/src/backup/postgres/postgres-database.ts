import { MIGRATIONS } from "../../generated/postgres-migrations.ts";
import { postgresSql } from "../../postgres-connection.ts";
import { tellablePostgresError } from "../../postgres-error.ts";
import { insertEvent, type NewEvent } from "../../tables/events.ts";
import type { BackedUpDatabase } from "../backed-up-database.ts";
import type { PostgresPlaces } from "../backup-places.ts";
import { asOnlyWriter } from "./as-only-writer.ts";
import { newestMigrationOf } from "./copy-postgres.ts";
import { drillPostgres } from "./drill-postgres.ts";
import { storeBytes } from "./measure-postgres.ts";
import { lockPostgres } from "./postgres-lock.ts";
import { openSession } from "./postgres-session.ts";
import { dropLeftSchemas } from "./replace-postgres.ts";
import { restorePostgres } from "./restore-postgres.ts";
import { dropLeftScratch } from "./scratch-database.ts";

/** What backups need of a store on PostgreSQL. */
export function createPostgresDatabase(places: PostgresPlaces): BackedUpDatabase {
	const { databaseUrl } = places;
	return {
		lock: (options) => told(() => lock(places, options)),
		isThere: () => told(() => isStoreThere(databaseUrl)),
		madeAt: () => told(() => storeMadeAt(databaseUrl)),
		wasDailyMadeElsewhere: (since) => told(() => wasDailyMade(databaseUrl, since)),
		roomNeeded: () => told(() => roomFor(databaseUrl)),
		copyProven: (file, scratch) => told(() => drillPostgres(places, { file, scratch })),
		record: (event) => told(() => recordEvent(databaseUrl, event)),
		restore: (request) => told(() => restorePostgres(places, request)),
	};
}

/** Says in words what the database refused. */
async function told<Result>(work: () => Promise<Result>): Promise<Result> {
	try {
		return await work();
	} catch (error) {
		throw tellablePostgresError(error);
	}
}

/** What a process that was killed left is nobody's any more, once its lock is free. */
async function lock(places: PostgresPlaces, options: { waitMs: number }): Promise<AsyncDisposable> {
	const held = await lockPostgres(places, options);
	try {
		await dropLeftScratch(held, places.databaseUrl);
		await dropLeftSchemas(held);
		return held;
	} catch (error) {
		await held[Symbol.asyncDispose]();
		throw error;
	}
}

async function isStoreThere(databaseUrl: string): Promise<boolean> {
	await using session = await openSession(databaseUrl);
	return (await newestMigrationOf(session)) !== "";
}

async function storeMadeAt(databaseUrl: string): Promise<number> {
	await using session = await openSession(databaseUrl);
	const { rows } = await session.client.query<{ at: Date | null }>(
		"SELECT min(started_at) AS at FROM _prisma_migrations",
	);
	return rows[0]?.at?.getTime() ?? 0;
}

/** Whether the newest daily backup that the events tell of is from after an instant; which machine made it is the same. */
async function wasDailyMade(databaseUrl: string, since: number): Promise<boolean> {
	await using session = await openSession(databaseUrl);
	const { rowCount } = await session.client.query(
		`SELECT 1 FROM (SELECT at, object FROM events WHERE agent_id = '' AND action = 'backup.make'
		 AND strpos(object, '-daily.') > 0 ORDER BY id DESC LIMIT 1) AS newest WHERE at >= $1`,
		[since],
	);
	return rowCount === 1;
}

/** The copy is compressed; with what it is packed into, both are less than the store. */
async function roomFor(databaseUrl: string): Promise<number> {
	await using session = await openSession(databaseUrl);
	return await storeBytes(session);
}

/** Left out for a store that isn't up to date, as it may lack what an event needs. */
async function recordEvent(databaseUrl: string, event: NewEvent): Promise<void> {
	await using session = await openSession(databaseUrl);
	const { client } = session;
	if ((await newestMigrationOf(session)) !== MIGRATIONS.at(-1)?.name) return;
	await asOnlyWriter(client, () => insertEvent(postgresSql(client), event));
}
