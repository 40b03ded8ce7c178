import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { inject } from "vitest";
import { openStore, type Store, type StorePlace } from "../src/index.ts";
import { takeDatabase } from "./reused-databases.ts";

export { keepToken } from "./keep-token.ts";

declare module "vitest" {
	interface ProvidedContext {
		/** A database of the server on which this run's stores are to be; undefined where they are files. */
		postgresUrl?: string;
	}
}

/** Where a test's store is, and a folder for whatever lies beside it; both go with it. */
export interface TemporaryPlace extends AsyncDisposable {
	readonly folder: string;
	readonly place: StorePlace;
}

/** Whether the stores of this run of tests are in databases of PostgreSQL. */
export function isOnPostgres(): boolean {
	return inject("postgresUrl") !== undefined;
}

/** A place for one new store: a file, or a database of its own, as the run's project says. */
export async function makeTemporaryPlace(): Promise<TemporaryPlace> {
	const folder = await mkdtemp(join(tmpdir(), "cairn-store-"));
	const server = inject("postgresUrl");
	const database = server === undefined ? undefined : await takeDatabase(server, makeStore);
	return {
		folder,
		place: database === undefined ? { file: join(folder, "cairn.db") } : { url: database.url },
		async [Symbol.asyncDispose]() {
			await database?.[Symbol.asyncDispose]();
			await rm(folder, { recursive: true });
		},
	};
}

/** Makes a new store of a database. */
async function makeStore(url: string): Promise<void> {
	await (await openStore({ url })).close();
}

/** Runs a statement as the owner of a server or a database, past Cairn, and gives its rows; of several statements, none. */
export async function administer<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	try {
		return (await client.query<Row>(sql)).rows ?? [];
	} finally {
		await client.end();
	}
}

/** Lets a store be read and not written, as on a disk or a server that allows no more; until it is closed. */
export async function refuseWrites(store: Store): Promise<void> {
	const refusal = {
		sqlite: "PRAGMA query_only = ON",
		postgresql: "SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY",
	};
	await store.transaction((sql) => sql.run(refusal[sql.dialect.database]));
}
