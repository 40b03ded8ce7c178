import pg from "pg";
import { tellablePostgresError } from "../../postgres-error.ts";
import { postgresConnection } from "../../postgres-url.ts";

/** One connection to the database for one piece of work; ends with it. */
export interface PostgresSession extends AsyncDisposable {
	readonly client: pg.Client;
	/** The schema that holds the store, or will. */
	readonly schema: string;
	/** Such as 17. */
	readonly serverVersion: number;
}

/**
 * Connects for work with the store as a whole, which may take long: no limits of time hold but those of the work itself.
 * @throws CairnError `unavailable` when the server can't be reached, or lets nobody in.
 */
export async function openSession(databaseUrl: string): Promise<PostgresSession> {
	const client = new pg.Client({
		...postgresConnection(databaseUrl),
		application_name: "cairn backup",
		query_timeout: undefined,
	});
	// A connection that breaks while nothing is asked would end the process; the next statement tells it.
	client.on("error", () => {});
	await client.connect().catch((error: unknown) => {
		throw tellablePostgresError(error);
	});
	try {
		await client.query("SET statement_timeout = 0");
		await client.query("SET idle_in_transaction_session_timeout = 0");
		const { rows } = await client.query<{ schema: string | null; version: number }>(
			"SELECT current_schema() AS schema, current_setting('server_version_num')::int / 10000 AS version",
		);
		const [{ schema, version } = { schema: null, version: 0 }] = rows;
		return {
			client,
			schema: schema ?? "public",
			serverVersion: version,
			[Symbol.asyncDispose]: () => client.end(),
		};
	} catch (error) {
		await client.end();
		throw error;
	}
}
