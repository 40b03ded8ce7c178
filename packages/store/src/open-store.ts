import type { UpdateOptions } from "./bring-up-to-date.ts";
import type { Store } from "./store.ts";

export interface OpenStoreOptions extends UpdateOptions {
	/** The SQLite file; made, with its folder, when it isn't there. */
	readonly file: string;
}

/**
 * Opens the embedded store, bringing it up to date first, with a backup before. The database driver is loaded here and not before: a program
 * whose store is on a server never needs it.
 * @throws CairnError `unavailable`, with what to do, when the file can't be opened, is damaged or newer than this program.
 */
export async function openStore({ file, ...update }: OpenStoreOptions): Promise<Store> {
	const { openSqliteStore } = await import("./sqlite-store.ts");
	return openSqliteStore(file, update);
}
