import pg from "pg";
import { bringPostgresUpToDate } from "./bring-postgres-up-to-date.ts";
import type { UpdateOptions } from "./bring-up-to-date.ts";
import { ChangeFeed } from "./change-feed.ts";
import type { PrismaClient } from "./generated/prisma/client.ts";
import type { PostgresPlace } from "./open-store.ts";
import { PostgresClient } from "./postgres-client.ts";
import { postgresSql } from "./postgres-connection.ts";
import { isStalePlan, isUnreachable, passesByItself, tellablePostgresError } from "./postgres-error.ts";
import { PostgresListener } from "./postgres-listener.ts";
import { postgresConnection, schemaOf } from "./postgres-url.ts";
import { PostgresWriter } from "./postgres-writer.ts";
import type { Sql } from "./sql.ts";
import type { Store } from "./store.ts";

/** Brings the store of a PostgreSQL database up to date and opens it. */
export async function openPostgresStore(options: PostgresPlace & UpdateOptions): Promise<Store> {
	try {
		await bringPostgresUpToDate(options.url, options);
		return createPostgresStore(options);
	} catch (error) {
		throw tellablePostgresError(error);
	}
}

function createPostgresStore({ url }: PostgresPlace): Store {
	const connection = postgresConnection(url);
	const readers = new pg.Pool({ ...connection, Client: PostgresClient });
	const writers = new pg.Pool({ ...connection, Client: PostgresClient, max: 1 });
	for (const pool of [readers, writers]) keepLosses(pool);
	const writer = new PostgresWriter(writers);
	const read = tellable(postgresSql(readers), readers.options.max);
	const signs = new PostgresListener(connection);
	const feed = new ChangeFeed({ read, signs, isPassing: passesByItself });
	let client: Promise<PrismaClient> | undefined;
	let closing: Promise<void> | undefined;

	const closeAll = async () => {
		feed.close();
		await (await client)?.$disconnect();
		await writer.idle();
		await Promise.all([signs.close(), writers.end(), readers.end()]);
	};
	const close = () => (closing ??= closeAll());
	return {
		read,
		async transaction(work) {
			const result = await writer.transaction(work);
			feed.wake();
			return result;
		},
		prisma: () => (client ??= loadPrisma(readers, schemaOf(url))),
		watch: (options) => feed.watch(options),
		close,
		[Symbol.asyncDispose]: close,
	};
}

/**
 * A connection that ends is nobody's error: the pool lets go of one that is idle, and whoever uses one hears of it by the
 * statement under way or the next one.
 */
function keepLosses(pool: pg.Pool): void {
	pool.on("error", () => {});
	pool.on("connect", (client) => client.on("error", () => {}));
}

/**
 * Statements that tell their failures in words, and are tried once more where a connection turns out to be dead, and on each
 * connection where its plan turns out to be of another time: the pool lets go of the one that failed.
 */
function tellable(sql: Sql, connections: number): Sql {
	const attempt = async <Result>(work: () => Promise<Result>) => {
		for (let failures = 1; ; failures++) {
			try {
				return await work();
			} catch (error) {
				const most = isUnreachable(error) ? 1 : isStalePlan(error) ? connections : 0;
				if (failures > most) throw tellablePostgresError(error);
			}
		}
	};
	return {
		dialect: sql.dialect,
		get: (text, ...values) => attempt(() => sql.get(text, ...values)),
		all: (text, ...values) => attempt(() => sql.all(text, ...values)),
		run: (text, ...values) => attempt(() => sql.run(text, ...values)),
	};
}

/** Loaded when it is first asked for, as on SQLite. Both clients are made of the same models. */
async function loadPrisma(pool: pg.Pool, schema: string | undefined): Promise<PrismaClient> {
	const [{ PrismaClient: PostgresClient }, { createPostgresPrismaAdapter }] = await Promise.all([
		import("./generated/prisma-postgresql/client.ts"),
		import("./postgres-prisma-adapter.ts"),
	]);
	const adapter = createPostgresPrismaAdapter(pool, schema);
	const client = new PostgresClient({ adapter }).$extends({
		query: {
			async $allOperations({ args, query }) {
				try {
					return await query(args);
				} catch (error) {
					throw tellablePostgresError(error);
				}
			},
		},
	});
	return client as unknown as PrismaClient;
}
