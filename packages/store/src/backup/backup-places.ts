import { dirname, join } from "node:path";
import type { Environment } from "@cairn/kernel";

/** What is backed up, and where to. */
export type BackupPlaces = SqlitePlaces | PostgresPlaces;

interface CommonPlaces {
	/** The folder of the backups; made when it isn't there. */
	readonly folder: string;
	/** The key by which laptops know the server; left out where there is none. */
	readonly keyFile?: string | undefined;
}

export interface SqlitePlaces extends CommonPlaces {
	/** The SQLite file that holds the store. */
	readonly storeFile: string;
}

export interface PostgresPlaces extends CommonPlaces {
	/** The address of the PostgreSQL database that holds the store, with its password where it has one. */
	readonly databaseUrl: string;
	/** Where PostgreSQL's own programs are found and what they read: `PATH`, `HOME`, `PGPASSFILE` and the like. */
	readonly environment?: Environment | undefined;
}

/** Where the backups of a store are unless told: in a folder beside it. */
export function defaultBackupFolder(storeFile: string): string {
	return join(dirname(storeFile), "backups");
}
