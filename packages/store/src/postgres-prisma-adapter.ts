import { PrismaPg } from "@prisma/adapter-pg";
import type {
	SqlDriverAdapter,
	SqlDriverAdapterFactory,
	SqlQuery,
	SqlQueryable,
	SqlResultSet,
	Transaction,
} from "@prisma/driver-adapter-utils";
import type pg from "pg";
import { fromPostgresText, toPostgresText } from "./postgres-text.ts";

/** Prisma's PostgreSQL adapter on a pool, whose texts may hold NUL as all others of the store do. */
export function createPostgresPrismaAdapter(
	pool: pg.Pool,
	schema: string | undefined,
): SqlDriverAdapterFactory {
	const factory = new PrismaPg(pool, { ...(schema !== undefined && { schema }) });
	return {
		provider: factory.provider,
		adapterName: factory.adapterName,
		connect: async () => withTexts(await factory.connect()),
	};
}

function withTexts(adapter: SqlDriverAdapter): SqlDriverAdapter {
	return {
		...queriesOf(adapter),
		executeScript: (script) => adapter.executeScript(script),
		dispose: () => adapter.dispose(),
		getConnectionInfo: () => adapter.getConnectionInfo?.() ?? { supportsRelationJoins: true },
		async startTransaction(isolationLevel) {
			const transaction = await adapter.startTransaction(isolationLevel);
			return {
				...queriesOf(transaction),
				options: transaction.options,
				commit: () => transaction.commit(),
				rollback: () => transaction.rollback(),
				...savepointsOf(transaction),
			};
		},
	};
}

function savepointsOf(
	transaction: Transaction,
): Pick<Transaction, "createSavepoint" | "rollbackToSavepoint" | "releaseSavepoint"> {
	const { createSavepoint, rollbackToSavepoint, releaseSavepoint } = transaction;
	return {
		...(createSavepoint && { createSavepoint: createSavepoint.bind(transaction) }),
		...(rollbackToSavepoint && { rollbackToSavepoint: rollbackToSavepoint.bind(transaction) }),
		...(releaseSavepoint && { releaseSavepoint: releaseSavepoint.bind(transaction) }),
	};
}

function queriesOf(adapter: SqlQueryable): SqlQueryable {
	return {
		provider: adapter.provider,
		adapterName: adapter.adapterName,
		queryRaw: async (query) => told(await adapter.queryRaw(asked(query))),
		executeRaw: (query) => adapter.executeRaw(asked(query)),
	};
}

function asked(query: SqlQuery): SqlQuery {
	return {
		...query,
		args: query.args.map((value) => (typeof value === "string" ? toPostgresText(value) : value)),
	};
}

function told(result: SqlResultSet): SqlResultSet {
	const rows = result.rows.map((row) =>
		row.map((value) => (typeof value === "string" ? fromPostgresText(value) : value)),
	);
	return { ...result, rows };
}
