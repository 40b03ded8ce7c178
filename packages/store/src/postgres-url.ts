import { CairnError } from "@cairn/kernel";
import type { PoolConfig } from "pg";
import { postgresTypes } from "./postgres-types.ts";

/** How long a connection may take to come up, or to become free, milliseconds. */
const CONNECT_MS = 10_000;
/** How long a statement may take, milliseconds: the slowest read pages, so that this only tells a database that is gone. */
const STATEMENT_MS = 60_000;
/** How long a transaction may stand still, as when its process was stopped, before it gives way to others, milliseconds. */
const IDLE_IN_TRANSACTION_MS = 60_000;
const KEEP_ALIVE_MS = 10_000;

/** Whether a setting names a PostgreSQL database. */
export function isPostgresUrl(text: string): boolean {
	return /^postgres(ql)?:\/\//i.test(text);
}

/**
 * How each connection to a database is made. With `schema=NAME` in the url the tables stand in that schema, as for Prisma.
 * @throws CairnError `invalid_input` when the url names none; the message holds nothing of it.
 */
export function postgresConnection(url: string): PoolConfig {
	const { connectionString, schema } = parseUrl(url);
	return {
		connectionString,
		types: postgresTypes,
		application_name: "cairn",
		connectionTimeoutMillis: CONNECT_MS,
		query_timeout: STATEMENT_MS,
		idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
		keepAlive: true,
		keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
		...(schema !== null && { options: `-c search_path="${schema}"` }),
	};
}

/** The schema that a url names, where it names one. */
export function schemaOf(url: string): string | undefined {
	return parseUrl(url).schema ?? undefined;
}

function parseUrl(text: string): { connectionString: string; schema: string | null } {
	const url = URL.canParse(text) && isPostgresUrl(text) ? new URL(text) : undefined;
	const schema = url?.searchParams.get("schema") ?? null;
	if (url === undefined || (schema !== null && !/^[a-z_][a-z0-9_]{0,62}$/.test(schema))) {
		throw new CairnError(
			"invalid_input",
			"DATABASE_URL must name a PostgreSQL database, such as postgresql://cairn:password@host:5432/cairn. A character of the password that isn't a letter or digit is written as % and two hexadecimal digits.",
		);
	}
	url.searchParams.delete("schema");
	return { connectionString: url.href, schema };
}
