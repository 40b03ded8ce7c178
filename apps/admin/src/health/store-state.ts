import type { DataPlaces } from "../config.ts";
import { storeSize } from "./store-size.ts";

export interface StoreState {
	/** What the store takes: on disk, or of its database with the indexes. */
	readonly bytes: number;
	/** The server that holds it; undefined where a file does. */
	readonly server: { readonly version: string; readonly latencyMs: number } | undefined;
}

/** How the store is. @throws CairnError `unavailable` when its database can't be reached. */
export async function lookAtStore({
	storeFile,
	databaseUrl,
}: Pick<DataPlaces, "storeFile" | "databaseUrl">): Promise<StoreState> {
	if (databaseUrl === undefined) return { bytes: await storeSize(storeFile), server: undefined };
	const { measurePostgres } = await import("@cairn/store/postgres");
	const { bytes, version, latencyMs } = await measurePostgres(databaseUrl);
	return { bytes, server: { version, latencyMs } };
}
