import type { OpenStoreOptions } from "@cairn/store";
import packageJson from "../../package.json" with { type: "json" };
import type { DataPlaces } from "../config.ts";

/** How the appliance's store is opened: what a migration needs for the backup before it is said here. */
export function storeOptions({ storeFile, keyFile, backupsFolder }: DataPlaces): OpenStoreOptions {
	return { file: storeFile, keyFile, backupFolder: backupsFolder, version: packageJson.version };
}
