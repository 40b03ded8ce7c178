import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { CairnError } from "@cairn/kernel";
import type { Copied } from "../backed-up-database.ts";
import type { PostgresPlaces } from "../backup-places.ts";
import { countDifference } from "../count-difference.ts";
import { fileDigest } from "../file-digest.ts";
import { KEY_NAME } from "../key-name.ts";
import { DUMP_NAME, packArchive } from "./backup-archive.ts";
import type { PostgresDatabase } from "./client-program.ts";
import { copyPostgres } from "./copy-postgres.ts";
import { stagePostgresBackup } from "./stage-postgres-backup.ts";

/** Copies a store on PostgreSQL into an archive and restores that to prove it. */
export async function drillPostgres(
	places: PostgresPlaces,
	{ file, scratch }: { file: string; scratch: string },
): Promise<Copied> {
	try {
		const { keyFile } = places;
		const dump = join(scratch, DUMP_NAME);
		const { rows, migration } = await copyPostgres(places, dump);
		const key = keyFile !== undefined && existsSync(keyFile) ? ([[KEY_NAME, keyFile]] as const) : [];
		await packArchive(file, new Map([...key, [DUMP_NAME, dump]]));
		const copied = {
			rows,
			migration,
			holdsKey: key.length > 0,
			sha256: await fileDigest(file),
			bytes: (await stat(file)).size,
		};
		const fault = await proof(places, { file, scratch, rows });
		if (fault === undefined) return copied;
		return fault.code === "forbidden" ? { ...copied, doubt: fault.message } : { problem: fault.message };
	} catch (error) {
		if (isOfPrograms(error)) return { problem: error.message };
		throw error;
	}
}

interface Drill {
	readonly file: string;
	readonly scratch: string;
	readonly rows: Readonly<Record<string, number>>;
}

/** What speaks against a copy; undefined when it is proven. */
async function proof(
	database: PostgresDatabase,
	{ file, scratch, rows }: Drill,
): Promise<CairnError | undefined> {
	try {
		await using staged = await stagePostgresBackup(database, { backup: file, scratch });
		const difference = countDifference(rows, staged.rows);
		if (difference === undefined) return undefined;
		return new CairnError("unavailable", `The restored copy differs from the store: ${difference}.`);
	} catch (error) {
		if (error instanceof CairnError && error.code === "forbidden") return error;
		throw error;
	}
}

function isOfPrograms(error: unknown): error is CairnError {
	const fault = error instanceof CairnError ? error.details.fault : undefined;
	return fault === "no_program" || fault === "program_failed";
}
