import { systemClock } from "@cairn/kernel";
import type { Backup } from "./backup/backup-record.ts";
import type { UpdateOptions } from "./bring-up-to-date.ts";
import { MIGRATIONS } from "./generated/postgres-migrations.ts";
import { migratePostgres } from "./migrate-postgres.ts";
import { postgresConnection, schemaOf } from "./postgres-url.ts";

/** How long to wait for another machine that makes a backup or restores one, milliseconds. */
const LOCK_WAIT_MS = 600_000;

/**
 * Brings the store of a database up to date, once, under a lock that holds off other programs which start now. One that
 * holds something is backed up before: without that it stays as it is. Where no folder for backups is named, as on a laptop
 * that only uses the database, none is made.
 * @throws CairnError `unavailable` that names what failed; the store is as it was.
 */
export async function bringPostgresUpToDate(url: string, options: UpdateOptions): Promise<void> {
	const { migrations = MIGRATIONS, backupFolder: folder, keyFile, environment, version } = options;
	const schema = schemaOf(url);
	if (folder === undefined) {
		await migratePostgres(postgresConnection(url), { migrations, schema });
		return;
	}
	const places = { databaseUrl: url, folder, keyFile, environment };
	let backup: Backup | undefined;
	const beforeMigration = async (missing: readonly string[]) => {
		const [{ databaseOf }, { makeMigrationBackup }] = await Promise.all([
			import("./backup/backed-up-database.ts"),
			import("./backup/migration-backup.ts"),
		]);
		await using _lock = await (await databaseOf(places)).lock({ waitMs: LOCK_WAIT_MS });
		backup = await makeMigrationBackup(places, { version, missing });
	};
	await migratePostgres(postgresConnection(url), { migrations, schema, beforeMigration });
	if (backup === undefined) return;
	const [{ databaseOf }, { backupMade }] = await Promise.all([
		import("./backup/backed-up-database.ts"),
		import("./backup/make-backup.ts"),
	]);
	await (await databaseOf(places)).record(backupMade(backup, systemClock));
}
