import type { OpenStoreOptions } from "@cairn/store";
import packageJson from "../../package.json" with { type: "json" };
import type { DataPlaces } from "../config.ts";

/** How the appliance's store is opened: what a migration needs for the backup before it is said here. */
export function storeOptions(places: DataPlaces): OpenStoreOptions {
	const { storeFile, databaseUrl, keyFile, backupsFolder: backupFolder, environment } = places;
	const update = { keyFile, backupFolder, version: packageJson.version };
	return databaseUrl === undefined
		? { file: storeFile, ...update }
		: { url: databaseUrl, ...update, environment };
}
