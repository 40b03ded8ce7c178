import { CairnError } from "@cairn/kernel";

export interface Migration {
	readonly name: string;
	/** SHA-256 of the SQL, hexadecimal, as Prisma keeps it. */
	readonly checksum: string;
	readonly sql: string;
}

/** What Prisma's table says of a migration that was begun and not taken back. */
export interface AppliedMigration {
	readonly migration_name: string;
	readonly checksum: string;
	/** Null when it was never finished. */
	readonly finished_at: unknown;
}

/**
 * The migrations that a store lacks, in their order.
 * @throws CairnError `unavailable` when the store is newer than this program, or was made by an edited migration. `place`
 * says what to use instead, such as "data folder".
 */
export function pendingMigrations(
	migrations: readonly Migration[],
	{ applied, place }: { applied: readonly AppliedMigration[]; place: string },
): Migration[] {
	for (const row of applied) refuseForeignHistory(row, migrations, place);
	const done = new Set(applied.map((row) => row.migration_name));
	return migrations.filter(({ name }) => !done.has(name));
}

function refuseForeignHistory(row: AppliedMigration, migrations: readonly Migration[], place: string): void {
	const known = migrations.find(({ name }) => name === row.migration_name);
	if (known === undefined) {
		throw new CairnError(
			"unavailable",
			`The store is newer than this program: it has migration ${row.migration_name}. Update Cairn, or use another ${place}.`,
		);
	}
	if (row.finished_at === null || known.checksum !== row.checksum) {
		throw new CairnError(
			"unavailable",
			`The store's migration ${row.migration_name} is not the one that this program knows. Restore a backup, or use another ${place}.`,
		);
	}
}

/** Says which migration failed; the store is as it was. */
export function failedMigration(name: string, cause: unknown): CairnError {
	const failure = new CairnError(
		"unavailable",
		`The store could not be brought up to date: migration ${name} failed and was undone.`,
	);
	failure.cause = cause;
	return failure;
}
