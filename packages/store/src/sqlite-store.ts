import { closeSync, constants, openSync } from "node:fs";
import { dirname } from "node:path";
import { Lock } from "@cairn/kernel";
import { makeFolder } from "@cairn/kernel/make-folder";
import { bringUpToDate, type UpdateOptions } from "./bring-up-to-date.ts";
import { ChangeFeed } from "./change-feed.ts";
import { DataVersionSigns } from "./data-version-signs.ts";
import type { PrismaClient } from "./generated/prisma/client.ts";
import { busyDeadline, retryBusy } from "./retry-busy.ts";
import type { Sql } from "./sql.ts";
import { SqliteConnection } from "./sqlite-connection.ts";
import type { Store } from "./store.ts";
import { tellableStoreError } from "./store-error.ts";
import { watchIdentity } from "./watch-identity.ts";

/** Brings a SQLite file up to date and opens it; makes it, with its folder, when it isn't there. */
export async function openSqliteStore(file: string, update: UpdateOptions): Promise<Store> {
	try {
		makeFolder(dirname(file));
		// Made before SQLite makes it, which would let every user of the machine read it; its log takes the same mode.
		closeSync(openSync(file, constants.O_CREAT | constants.O_RDONLY, 0o600));
		await bringUpToDate(file, update);
		return createSqliteStore(file);
	} catch (error) {
		throw tellableStoreError(error);
	}
}

function createSqliteStore(file: string): Store {
	const lock = new Lock();
	const assertSameFile = watchIdentity(file);
	const { writer, reader } = openConnections(file);
	const read = tellable(reader);
	const signs = new DataVersionSigns(() => reader.dataVersion());
	const feed = new ChangeFeed({ read, signs });
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
		async transaction(work) {
			const deadline = busyDeadline();
			const result = await lock.hold(() => {
				assertSameFile();
				return transact(writer, { work, deadline });
			});
			signs.look();
			return result;
		},
		prisma: () => (client ??= loadPrisma(file, lock)),
		watch: (options) => feed.watch(options),
		close,
		[Symbol.asyncDispose]: close,
	};
}

function openConnections(file: string): Record<"writer" | "reader", SqliteConnection> {
	const writer = new SqliteConnection(file);
	try {
		return { writer, reader: new SqliteConnection(file, { readonly: true }) };
	} catch (error) {
		writer.close();
		throw error;
	}
}

interface Transaction<Result> {
	readonly work: (sql: Sql) => Promise<Result>;
	/** When to give up waiting for other processes: counted from the call, however many wait before it. */
	readonly deadline: number;
}

async function transact<Result>(
	writer: SqliteConnection,
	{ work, deadline }: Transaction<Result>,
): Promise<Result> {
	try {
		await retryBusy(() => writer.run("BEGIN IMMEDIATE"), deadline);
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
			return await retryBusy(work, busyDeadline());
		} catch (error) {
			throw tellableStoreError(error);
		}
	};
	return {
		dialect: connection.dialect,
		get: (sql, ...values) => attempt(() => connection.get(sql, ...values)),
		all: (sql, ...values) => attempt(() => connection.all(sql, ...values)),
		run: (sql, ...values) => attempt(() => connection.run(sql, ...values)),
	};
}

/** Prisma's client costs some 300 ms and 40 MiB, so it is loaded when it is first asked for. */
async function loadPrisma(file: string, lock: Lock): Promise<PrismaClient> {
	const [{ PrismaClient }, { createSqlitePrismaAdapter }] = await Promise.all([
		import("./generated/prisma/client.ts"),
		import("./sqlite-prisma-adapter.ts"),
	]);
	return new PrismaClient({ adapter: createSqlitePrismaAdapter({ file, lock }) });
}
