import { statSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { isDamage } from "../store-error.ts";
import type { Copied } from "./backed-up-database.ts";
import type { SqlitePlaces } from "./backup-places.ts";
import { copyStore } from "./copy-store.ts";
import { countDifference } from "./count-difference.ts";
import { encloseFiles } from "./enclosed-files.ts";
import { fileDigest } from "./file-digest.ts";
import { KEY_NAME } from "./key-name.ts";
import { stageBackup } from "./stage-backup.ts";

export interface CopyPlaces {
	/** Takes the copy. */
	readonly file: string;
	/** A folder for the drill. */
	readonly scratch: string;
}

/** Copies an SQLite store into a file and restores that to prove it: a store that is damaged can't be copied whole. */
export async function copyAndDrill(places: SqlitePlaces, { file, scratch }: CopyPlaces): Promise<Copied> {
	try {
		const { rows, migration } = await copyStore(places.storeFile, file);
		const holdsKey = enclose(file, places);
		const sha256 = await fileDigest(file);
		const staged = await stageBackup(file, join(scratch, "drill.db"));
		const difference = countDifference(rows, staged.rows);
		if (difference !== undefined)
			return { problem: `The restored copy differs from the store: ${difference}.` };
		return { rows, migration, holdsKey, sha256, bytes: statSync(file).size };
	} catch (error) {
		if (!isDamage(error)) throw error;
		return {
			problem:
				"The copy is damaged, so the store is as well, or the disk fails. Check the disk, and restore a proven backup.",
		};
	}
}

/** Makes one file of the copy, which carries what belongs to the store; says whether the key is in it. */
function enclose(file: string, { keyFile }: SqlitePlaces): boolean {
	const copy = new Database(file);
	try {
		copy.pragma("journal_mode = DELETE");
		return encloseFiles(copy, keyFile === undefined ? {} : { [KEY_NAME]: keyFile }).length > 0;
	} finally {
		copy.close();
	}
}
