import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { ChangeFeed } from "./change-feed.ts";
import { MIGRATIONS } from "./generated/migrations.ts";
import type { PrismaClient } from "./generated/prisma/client.ts";
import { Lock } from "./lock.ts";
import { migrateSqlite } from "./migrate-sqlite.ts";
import { retryBusy } from "./retry-busy.ts";
import type { Sql } from "./sql.ts";
import { SqliteConnection } from "./sqlite-connection.ts";
import type { Store } from "./store.ts";
import { tellableStoreError } from "./store-error.ts";

/** Brings a SQLite file up to date and opens it; makes it, with its folder, when it isn't there. */
export function openSqliteStore(file: string): Store {
	try {
		mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
		migrateSqlite(file, MIGRATIONS);
		return createSqliteStore(file);
	} catch (error) {
		throw tellableStoreError(error);
	}
}

function createSqliteStore(file: string): Store {
	const lock = new Lock();
	const writer = new SqliteConnection(file);
	const reader = new SqliteConnection(file, { readonly: true });
	const read = tellable(reader);
	const feed = new ChangeFeed({ read, dataVersion: () => reader.dataVersion() });
	let client: Promise<PrismaClient> | undefined;

	const close = async () => {
		feed.close();
		await (await client)?.$disconnect();
		await lock.hold(async () => {
			reader.close();
			writer.close();
		});
	};
	return {
		read,
		transaction: (work) => lock.hold(() => transact(writer, work)).finally(() => feed.look()),
		prisma: () => (client ??= loadPrisma(file, lock)),
		watch: (options) => feed.watch(options),
		close,
		[Symbol.asyncDispose]: close,
	};
}

async function transact<Result>(
	writer: SqliteConnection,
	work: (sql: Sql) => Promise<Result>,
): Promise<Result> {
	try {
		await retryBusy(() => writer.run("BEGIN IMMEDIATE"));
		const result = await work(writer);
		await writer.run("COMMIT");
		return result;
	} catch (error) {
		if (writer.inTransaction) await writer.run("ROLLBACK");
		throw tellableStoreError(error);
	}
}

/** A connection that waits when the store is busy and tells its failures in words. */
function tellable(connection: Sql): Sql {
	const attempt = async <Result>(work: () => Promise<Result>) => {
		try {
			return await retryBusy(work);
		} catch (error) {
			throw tellableStoreError(error);
		}
	};
	return {
		get: (sql, ...values) => attempt(() => connection.get(sql, ...values)),
		all: (sql, ...values) => attempt(() => connection.all(sql, ...values)),
		run: (sql, ...values) => attempt(() => connection.run(sql, ...values)),
	};
}

/** Prisma's client costs some 300 ms and 40 MB, so it is loaded when it is first asked for. */
async function loadPrisma(file: string, lock: Lock): Promise<PrismaClient> {
	const [{ PrismaClient }, { createSqlitePrismaAdapter }] = await Promise.all([
		import("./generated/prisma/client.ts"),
		import("./sqlite-prisma-adapter.ts"),
	]);
	return new PrismaClient({ adapter: createSqlitePrismaAdapter({ file, lock }) });
}
