import { CairnError } from "@cairn/kernel";
import type { PoolConfig } from "pg";
import { settleTls } from "./postgres-tls.ts";
import { postgresTypes } from "./postgres-types.ts";

/** How long a connection may take to come up, or to become free, milliseconds. */
const CONNECT_MS = 10_000;
/** How long a statement may take, milliseconds: the slowest read pages, so that this only tells a database that is gone. */
const STATEMENT_MS = 60_000;
const KEEP_ALIVE_MS = 10_000;

/** Where a restore keeps the store that comes and the one that goes; what is left there is dropped, so no store may live there. */
export const RESTORE_SCHEMAS = { coming: "cairn_restored", gone: "cairn_replaced" } as const;

/** What names the address, as sentences about it say it. */
export const ADDRESS_SETTING = "DATABASE_URL (of cairn mcp CAIRN_DATABASE_URL)";

/** How many connections read at once unless told. */
const POOL_SIZE = 8;

/**
 * How each connection to a database is made, and how many there may be. With `schema` in the url the tables stand in that
 * schema, and `connection_limit` is the size of the pool, as both are for Prisma.
 * @throws CairnError `invalid_input` when the url names no database; the message holds nothing of it.
 */
export function postgresConnection(url: string): PoolConfig {
	const { connectionString, schema, poolSize } = parseUrl(url);
	return {
		connectionString,
		max: poolSize,
		types: postgresTypes,
		application_name: "cairn",
		connectionTimeoutMillis: CONNECT_MS,
		query_timeout: STATEMENT_MS,
		keepAlive: true,
		keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
		allowExitOnIdle: true,
		...(schema !== undefined && { options: `-c search_path="${schema}"` }),
	};
}

/** The schema that a url names, where it names one. */
export function schemaOf(url: string): string | undefined {
	return parseUrl(url).schema;
}

function parseUrl(text: string): { connectionString: string; schema: string | undefined; poolSize: number } {
	const url = /^postgres(ql)?:/i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
	const schema = url?.searchParams.get("schema") ?? undefined;
	const poolSize = Number(url?.searchParams.get("connection_limit") ?? POOL_SIZE);
	const isUsable = isSchemaUsable(schema ?? "public") && poolSize >= 1 && poolSize <= 1_000;
	if (url === undefined || !isUsable || !Number.isInteger(poolSize)) {
		throw new CairnError(
			"invalid_input",
			`The address in ${ADDRESS_SETTING} must name a PostgreSQL database, such as postgresql://cairn:password@host:5432/cairn. In the password a character that isn't a letter or digit is written as % and two hexadecimal digits. Behind a ? may stand schema (lower-case letters, digits and _; cairn_restored and cairn_replaced are for restores) and connection_limit (1 to 1000).`,
		);
	}
	for (const name of ["schema", "connection_limit"]) url.searchParams.delete(name);
	settleTls(url);
	return { connectionString: url.href, schema, poolSize };
}

function isSchemaUsable(name: string): boolean {
	const taken: readonly string[] = Object.values(RESTORE_SCHEMAS);
	return /^[a-z_][a-z0-9_]{0,62}$/.test(name) && !taken.includes(name);
}
