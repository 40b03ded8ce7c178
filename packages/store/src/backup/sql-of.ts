import type Database from "better-sqlite3";
import type { Sql, SqlValue } from "../sql.ts";

/** The typed statements of `tables/` on a connection that is opened for one piece of work. */
export function sqlOf(database: Database.Database): Sql {
	const prepare = (sql: string) => database.prepare<SqlValue[]>(sql);
	return {
		get: async <Row>(sql: string, ...values: SqlValue[]) => prepare(sql).get(...values) as Row | undefined,
		all: async <Row>(sql: string, ...values: SqlValue[]) => prepare(sql).all(...values) as Row[],
		run: async (sql, ...values) => prepare(sql).run(...values).changes,
	};
}
