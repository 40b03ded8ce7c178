import { CairnError, type Environment, textSetting } from "@cairn/kernel";
import { askRunningStart } from "@cairn/kernel/running-start";
import { isStoreThere } from "@cairn/store/backup";
import { backupPlaces } from "../backups/backup-places.ts";
import { type DataPlaces, readDataPlaces } from "../config.ts";
import type { Cli } from "./command.ts";

/** The option that every command takes. */
export const DATA_OPTION = { data: { type: "string" } } as const;

/** Its line in the help of a command. */
export const DATA_USAGE = `  --data DIR   the data folder (CAIRN_DATA_DIR, or the checkout's folder data);
               the store is in it, or in the PostgreSQL database of
               DATABASE_URL`;

/**
 * The settings that a command works under: those of its shell and, for what that leaves unset, those of the `npm start` that
 * works on the data folder.
 * @throws CairnError `unavailable` where that one keeps its store in a database which the shell doesn't name, as the command
 * would work on another store.
 */
export async function settingsInForce(data: string | undefined, { env }: Cli): Promise<Environment> {
	const own = data === undefined ? env : { ...env, CAIRN_DATA_DIR: data };
	const { dataFolder, databaseUrl } = readDataPlaces(own);
	const running = await askRunningStart(dataFolder);
	if (running === undefined) return own;
	if (running.hasDatabase && databaseUrl === undefined)
		throw new CairnError(
			"unavailable",
			`The Cairn that works on the data folder ${dataFolder} keeps its store in the database of DATABASE_URL, which isn't set here. Set it to what it is there.`,
		);
	return withFallbacks(own, {
		REGISTRY_URL: running.registry,
		TOOLS_CONVERT_URL: running.convert,
		CAIRN_BACKUPS_DIR: running.backupsFolder,
	});
}

function withFallbacks(own: Environment, fallbacks: Environment): Environment {
	const unset = Object.entries(fallbacks).filter(([name]) => textSetting(own, name) === undefined);
	return { ...own, ...Object.fromEntries(unset) };
}

/** Where the data is, whether or not there is any yet. */
export async function dataPlaces(data: string | undefined, cli: Cli): Promise<DataPlaces> {
	return readDataPlaces(await settingsInForce(data, cli));
}

/**
 * Where the data is that a command works on.
 * @throws CairnError `not_found` where there is no store: a command must not make one beside the right one; `unavailable`
 * when the database can't be reached.
 */
export async function existingData(data: string | undefined, cli: Cli): Promise<DataPlaces> {
	const places = await dataPlaces(data, cli);
	if (await isStoreThere(backupPlaces(places))) return places;
	throw new CairnError(
		"not_found",
		places.databaseUrl === undefined
			? `There is no store in ${places.dataFolder}. Name the server's data folder with --data DIR or CAIRN_DATA_DIR.`
			: "There is no store in the database of DATABASE_URL. Name the one that the servers use.",
	);
}
