import { CairnError } from "@cairn/kernel";
import { isStoreThere } from "@cairn/store/backup";
import { backupPlaces } from "../backups/backup-places.ts";
import { type DataPlaces, readDataPlaces } from "../config.ts";
import type { Cli } from "./command.ts";

/** The option that every command takes. */
export const DATA_OPTION = { data: { type: "string" } } as const;

/** Its line in the help of a command. */
export const DATA_USAGE = `  --data DIR   the data folder (CAIRN_DATA_DIR, or the checkout's folder data); the store is in it,
               or in the PostgreSQL database of DATABASE_URL`;

/** Where the data is, whether or not there is any yet. */
export function dataPlaces(data: string | undefined, { env }: Cli): DataPlaces {
	return readDataPlaces(data === undefined ? env : { ...env, CAIRN_DATA_DIR: data });
}

/**
 * Where the data is that a command works on.
 * @throws CairnError `not_found` where there is no store: a command must not make one beside the right one; `unavailable`
 * when the database can't be reached.
 */
export async function existingData(data: string | undefined, cli: Cli): Promise<DataPlaces> {
	const places = dataPlaces(data, cli);
	if (await isStoreThere(backupPlaces(places))) return places;
	throw new CairnError(
		"not_found",
		places.databaseUrl === undefined
			? `There is no store in ${places.dataFolder}. Name the server's data folder with --data DIR or CAIRN_DATA_DIR.`
			: "There is no store in the database of DATABASE_URL. Name the one that the servers use.",
	);
}
