import { createHash } from "node:crypto";
import { join } from "node:path";
import type { StorePlace } from "@cairn/store";

/**
 * Where the store of a data folder is: in its file, or in a run of the tests on PostgreSQL in a database of its own, which is
 * made when it is first asked for and goes with the run's server.
 */
export async function storeOfFolder(dataFolder: string): Promise<StorePlace> {
	const url = await databaseFor(dataFolder);
	return url === undefined ? { file: join(dataFolder, "cairn.db") } : { url };
}

/** A program's settings, with the databases that stand for its files in a run of the tests on PostgreSQL. */
export async function withDatabases(settings: Record<string, string>): Promise<Record<string, string>> {
	const { CAIRN_DATA_DIR: folder, CAIRN_DATABASE_URL: file } = settings;
	const ofServer = folder === undefined ? undefined : await databaseFor(folder);
	const ofLaptop = file?.startsWith("file:") ? await databaseFor(file) : undefined;
	return {
		...(ofServer !== undefined && { DATABASE_URL: ofServer }),
		...settings,
		...(ofLaptop !== undefined && { CAIRN_DATABASE_URL: ofLaptop }),
	};
}

const databases = new Map<string, Promise<string | undefined>>();

function databaseFor(place: string): Promise<string | undefined> {
	const known = databases.get(place) ?? makeDatabase(place);
	databases.set(place, known);
	return known;
}

async function makeDatabase(place: string): Promise<string | undefined> {
	// The torture starts the same programs, and isn't run by vitest.
	if (process.env.VITEST === undefined) return undefined;
	const [{ inject }, { administer }] = await Promise.all([import("vitest"), import("@cairn/store/testing")]);
	const server = inject("postgresUrl");
	if (server === undefined) return undefined;
	const name = `e2e_${createHash("sha256").update(place).digest("hex").slice(0, 16)}`;
	await administer(server, `CREATE DATABASE ${name}`);
	return Object.assign(new URL(server), { pathname: `/${name}` }).href;
}
