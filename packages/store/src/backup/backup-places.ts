import { dirname, join } from "node:path";

/** What is backed up, and where to. */
export interface BackupPlaces {
	/** The SQLite file that holds the store. */
	readonly storeFile: string;
	/** The folder of the backups; made when it isn't there. */
	readonly folder: string;
	/** The key by which laptops know the server; left out where there is none. */
	readonly keyFile?: string | undefined;
}

/** Where the backups of a store are unless told: in a folder beside it. */
export function defaultBackupFolder(storeFile: string): string {
	return join(dirname(storeFile), "backups");
}
