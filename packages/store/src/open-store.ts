import type { UpdateOptions } from "./bring-up-to-date.ts";
import type { Store } from "./store.ts";

/** The embedded store. */
export interface SqlitePlace {
	/** The SQLite file; made, with its folder, when it isn't there. */
	readonly file: string;
}

/** A store in a database of a server, which several programs on several machines may share. */
export interface PostgresPlace {
	/**
	 * Such as postgresql://user:password@host:5432/database. `?connection_limit=8` says how many connections read at once (one
	 * more writes, and one listens while somebody watches), `?schema=cairn` in which schema the tables stand.
	 */
	readonly url: string;
}

export type StorePlace = SqlitePlace | PostgresPlace;

export type OpenStoreOptions = StorePlace & UpdateOptions;

/**
 * Opens a store, bringing it up to date first, with a backup before. The database's driver is loaded here and not before: a
 * program whose store is on a server of Cairn's never needs it.
 * @throws CairnError `unavailable`, with what to do, when the store can't be opened, is damaged, newer than this program or
 * another program's.
 */
export async function openStore(options: OpenStoreOptions): Promise<Store> {
	if ("url" in options) {
		const { openPostgresStore } = await import("./postgres-store.ts");
		return openPostgresStore(options);
	}
	const { openSqliteStore } = await sqliteStore();
	const { file, ...update } = options;
	return openSqliteStore(file, update);
}

/** Whether this program can open a store: the client that a server hands out to laptops comes without the drivers. */
export async function comesWithStore(): Promise<boolean> {
	return await sqliteStore().then(
		() => true,
		(error: unknown) => {
			if (isMissingModule(error)) return false;
			throw error;
		},
	);
}

const sqliteStore = () => import("./sqlite-store.ts");

/** Whether an error of `openStore` says that the driver didn't come along. */
export function isMissingModule(error: unknown): boolean {
	if (!(error instanceof Error && "code" in error)) return false;
	// From the bundle, which is made of scripts, and from the sources, which are modules.
	return error.code === "MODULE_NOT_FOUND" || error.code === "ERR_MODULE_NOT_FOUND";
}
