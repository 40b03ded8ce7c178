import { CairnError } from "@cairn/kernel";
import { postgresSql } from "../../postgres-connection.ts";
import { tellablePostgresError } from "../../postgres-error.ts";
import type { Restored, RestoreRequest } from "../backed-up-database.ts";
import type { PostgresPlaces } from "../backup-places.ts";
import type { Backup } from "../backup-record.ts";
import { goOnFrom, lookAtNow, NOTHING_YET } from "../go-on-from.ts";
import { storeIsDamaged } from "../store-is-damaged.ts";
import { asOnlyWriter } from "./as-only-writer.ts";
import { checkRestoredPostgres } from "./check-restored-postgres.ts";
import type { PostgresDatabase } from "./client-program.ts";
import { newestMigrationOf } from "./copy-postgres.ts";
import { openSession, type PostgresSession } from "./postgres-session.ts";
import { bringOver, dropLeftSchemas, keepDamaged, swapBack, swapIn } from "./replace-postgres.ts";
import { stagePostgresBackup } from "./stage-postgres-backup.ts";

/**
 * Makes a store on PostgreSQL what a backup holds. It is restored and brought up to date in a scratch database, brought
 * into a schema beside the store's, and takes its name in one transaction, in which nobody else writes. Programs that run
 * go on with it; one that isn't well is put back.
 */
export async function restorePostgres(places: PostgresPlaces, request: RestoreRequest): Promise<Restored> {
	const { databaseUrl } = places;
	await using staged = await stagePostgresBackup(places, request);
	await using session = await openSession(databaseUrl);
	const from = { ...places, databaseUrl: staged.databaseUrl };
	const handed = await replace(session, { from, to: places, request });
	const fault = await checkRestoredPostgres(databaseUrl, request.event.requestId);
	if (fault !== undefined) await goBack(session, fault);
	const putAside = handed.damaged ? await keepDamaged(session, request.event.at) : undefined;
	await dropBeside(session);
	return { restorePoint: handed.restorePoint, putAside, ...partsOf(staged) };
}

const partsOf = ({ rows, migrated, files }: Omit<Restored, "restorePoint" | "putAside">) => ({
	rows,
	migrated,
	files,
});

interface Handed {
	readonly restorePoint: Backup | undefined;
	/** What was there is a store of which no restore point could be made. */
	readonly damaged: boolean;
}

interface Replacement {
	readonly from: PostgresDatabase;
	readonly to: PostgresDatabase;
	readonly request: RestoreRequest;
}

/** What can't be finished leaves the store as it was, and nothing beside it. */
async function replace(session: PostgresSession, { from, to, request }: Replacement): Promise<Handed> {
	try {
		await bringOver(session, { from, to, scratch: request.scratch });
		return await handOver(session, request);
	} catch (error) {
		await dropBeside(session);
		throw error;
	}
}

async function handOver(session: PostgresSession, request: RestoreRequest): Promise<Handed> {
	const { client } = session;
	const sql = postgresSql(client);
	return asOnlyWriter(session.client, async () => {
		const isStore = (await newestMigrationOf(session)) !== "";
		if (!isStore) await refuseOtherTables(session);
		const restorePoint = isStore ? await restorePointOf(request) : undefined;
		const damaged = isStore && restorePoint === undefined;
		const now = isStore && !damaged ? await lookAtNow(sql) : NOTHING_YET;
		await swapIn(session);
		const setNewestEventId = async (id: number) => {
			await sql.run("UPDATE event_ids SET newest_id = ?", id);
		};
		await goOnFrom(sql, { now, event: request.event, setNewestEventId });
		return { restorePoint, damaged };
	});
}

/** Undefined for a damaged store that may be put aside. */
async function restorePointOf({
	makeRestorePoint,
	replaceDamaged,
}: RestoreRequest): Promise<Backup | undefined> {
	try {
		return await makeRestorePoint();
	} catch (error) {
		const told = tellablePostgresError(error);
		if (!(told instanceof CairnError) || told.details.fault !== "damaged") throw told;
		if (replaceDamaged) return undefined;
		throw storeIsDamaged();
	}
}

/** The restore is done: what somebody still reads goes with the next backup. */
async function dropBeside(session: PostgresSession): Promise<void> {
	await dropLeftSchemas(session).catch(() => {});
}

async function goBack(session: PostgresSession, fault: string): Promise<never> {
	await asOnlyWriter(session.client, () => swapBack(session));
	await dropBeside(session);
	throw new CairnError(
		"unavailable",
		`The restored store was not well (${fault}), so the store is as it was again. Restore another backup.`,
	);
}

/** A database of another program is left alone: its tables would go with the schema. */
async function refuseOtherTables({ client, schema }: PostgresSession): Promise<void> {
	const { rowCount } = await client.query("SELECT 1 FROM pg_tables WHERE schemaname = $1 LIMIT 1", [schema]);
	if (rowCount === 0) return;
	throw new CairnError(
		"unavailable",
		"The database holds another program's tables. It was left as it is; name an empty database in DATABASE_URL.",
	);
}
