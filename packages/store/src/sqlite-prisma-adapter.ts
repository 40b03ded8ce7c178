import type { Lock } from "@cairn/kernel";
import { PrismaBetterSqlite3 } from "@prisma/adapter-better-sqlite3";
import type { SqlDriverAdapter, SqlDriverAdapterFactory, Transaction } from "@prisma/driver-adapter-utils";

/** How long Prisma's connection waits for another process that writes, milliseconds. */
const BUSY_WAIT_MS = 5_000;

export interface SqlitePrismaAdapterOptions {
	readonly file: string;
	/** The lock under which every connection of this process writes. */
	readonly lock: Lock;
}

/**
 * Prisma's SQLite adapter, made safe for a server. The official one lets a statement from outside slip into an open
 * transaction, where it vanishes with a rollback although it was answered; and it begins transactions deferred, so that
 * two processes that both read and then write fail as busy. Here one lock orders the writers of this process, a
 * transaction takes the write lock when it begins, and a COMMIT that fails is rolled back.
 */
export function createSqlitePrismaAdapter({
	file,
	lock,
}: SqlitePrismaAdapterOptions): SqlDriverAdapterFactory {
	const factory = new PrismaBetterSqlite3({ url: `file:${file}`, timeout: BUSY_WAIT_MS });
	return {
		provider: factory.provider,
		adapterName: factory.adapterName,
		async connect() {
			const connection = await factory.connect();
			try {
				await connection.executeScript("PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;");
			} catch (error) {
				await connection.dispose();
				throw error;
			}
			return orderWriters(connection, lock);
		},
	};
}

function orderWriters(connection: SqlDriverAdapter, lock: Lock): SqlDriverAdapter {
	return {
		provider: connection.provider,
		adapterName: connection.adapterName,
		queryRaw: (query) => lock.hold(() => connection.queryRaw(query)),
		executeRaw: (query) => lock.hold(() => connection.executeRaw(query)),
		executeScript: (script) => lock.hold(() => connection.executeScript(script)),
		dispose: () => lock.hold(() => connection.dispose()),
		getConnectionInfo: () => connection.getConnectionInfo?.() ?? { supportsRelationJoins: false },
		startTransaction: () => startTransaction(connection, lock),
	};
}

async function startTransaction(connection: SqlDriverAdapter, lock: Lock): Promise<Transaction> {
	const release = await lock.acquire();
	const execute = async (sql: string) => {
		await connection.executeRaw({ sql, args: [], argTypes: [] });
	};
	try {
		await execute("BEGIN IMMEDIATE");
	} catch (error) {
		release();
		throw error;
	}
	const rollback = () => execute("ROLLBACK").finally(release);
	return {
		provider: connection.provider,
		adapterName: connection.adapterName,
		// Prisma then leaves BEGIN, COMMIT and ROLLBACK to this adapter.
		options: { usePhantomQuery: true },
		queryRaw: (query) => connection.queryRaw(query),
		executeRaw: (query) => connection.executeRaw(query),
		async commit() {
			try {
				await execute("COMMIT");
			} catch (error) {
				await rollback();
				throw error;
			}
			release();
		},
		rollback,
		createSavepoint: (name) => execute(`SAVEPOINT ${name}`),
		rollbackToSavepoint: (name) => execute(`ROLLBACK TO ${name}`),
		releaseSavepoint: (name) => execute(`RELEASE ${name}`),
	};
}
