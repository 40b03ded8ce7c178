import type { ClientBase, Pool, QueryResult } from "pg";
import { postgresDialect } from "./postgres-dialect.ts";
import { postgresStatement } from "./postgres-statements.ts";
import { postgresValues } from "./postgres-types.ts";
import type { Sql, SqlValue } from "./sql.ts";

/** Statements on a connection, or each on one of a pool. */
export function postgresSql(target: Pick<ClientBase | Pool, "query">): Sql {
	const query = (sql: string, values: readonly SqlValue[]): Promise<QueryResult> => {
		const { text, name } = postgresStatement(sql, values);
		return target.query({ text, ...(name !== undefined && { name }), values: postgresValues(values) });
	};
	return {
		dialect: postgresDialect,
		get: async <Row>(sql: string, ...values: SqlValue[]) =>
			(await query(sql, values)).rows[0] as Row | undefined,
		all: async <Row>(sql: string, ...values: SqlValue[]) => (await query(sql, values)).rows as Row[],
		run: async (sql, ...values) => (await query(sql, values)).rowCount ?? 0,
	};
}
