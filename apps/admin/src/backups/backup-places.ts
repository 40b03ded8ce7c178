import type { BackupPlaces } from "@cairn/store/backup";
import type { DataPlaces } from "../config.ts";

/** What of the data is backed up, and where to. */
export function backupPlaces(places: DataPlaces): BackupPlaces {
	const { databaseUrl, storeFile, keyFile, backupsFolder: folder, environment } = places;
	if (databaseUrl !== undefined) return { databaseUrl, keyFile, folder, environment };
	return { storeFile, keyFile, folder };
}
