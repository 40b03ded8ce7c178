import type { BackupPlaces } from "@cairn/store/backup";
import type { DataPlaces } from "../config.ts";

/** What of the data folder is backed up, and where to. */
export function backupPlaces({ storeFile, keyFile, backupsFolder }: DataPlaces): BackupPlaces {
	return { storeFile, keyFile, folder: backupsFolder };
}
