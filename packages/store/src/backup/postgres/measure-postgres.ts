import { tellablePostgresError } from "../../postgres-error.ts";
import { openSession, type PostgresSession } from "./postgres-session.ts";

/** What can be seen of a database that holds a store. */
export interface PostgresMeasures {
	/** Of the server, such as 17.2. */
	readonly version: string;
	/** How long the smallest statement takes there and back, milliseconds. */
	readonly latencyMs: number;
	/** Of the store, with its indexes. */
	readonly bytes: number;
	/** How many connections the server has, of all programs, and how many it takes. */
	readonly connections: number;
	readonly maxConnections: number;
}

/**
 * Looks at a database, by a connection of its own.
 * @throws CairnError `unavailable` when it can't be reached, or lets nobody in.
 */
export async function measurePostgres(databaseUrl: string): Promise<PostgresMeasures> {
	try {
		await using session = await openSession(databaseUrl);
		const latencyMs = await latencyOf(session);
		const { rows } = await session.client.query<Omit<PostgresMeasures, "latencyMs" | "bytes">>(
			`SELECT split_part(current_setting('server_version'), ' ', 1) AS version,
			 (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend') AS connections,
			 current_setting('max_connections')::int AS "maxConnections"`,
		);
		const [seen = { version: "", connections: 0, maxConnections: 0 }] = rows;
		return { ...seen, latencyMs, bytes: await storeBytes(session) };
	} catch (error) {
		throw tellablePostgresError(error);
	}
}

/** How many bytes the tables of the store take on the server, with their indexes. */
export async function storeBytes({ client, schema }: PostgresSession): Promise<number> {
	const { rows } = await client.query<{ bytes: number | null }>(
		`SELECT sum(pg_total_relation_size(c.oid)) AS bytes FROM pg_class c
		 JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1 AND c.relkind = 'r'`,
		[schema],
	);
	return rows[0]?.bytes ?? 0;
}

async function latencyOf({ client }: PostgresSession): Promise<number> {
	const startedAt = performance.now();
	await client.query("SELECT 1");
	return performance.now() - startedAt;
}
