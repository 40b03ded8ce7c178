import type Database from "better-sqlite3";
import type { Sql, SqlValue } from "../sql.ts";
import { sqliteDialect } from "../sqlite-dialect.ts";
import { type SqliteValue, sqliteValues } from "../sqlite-values.ts";

/** The typed statements of `tables/` on a connection that is opened for one piece of work. */
export function sqlOf(database: Database.Database): Sql {
	const prepare = (sql: string) => database.prepare<SqliteValue[]>(sql);
	return {
		dialect: sqliteDialect,
		get: async <Row>(sql: string, ...values: SqlValue[]) =>
			prepare(sql).get(...sqliteValues(values)) as Row | undefined,
		all: async <Row>(sql: string, ...values: SqlValue[]) =>
			prepare(sql).all(...sqliteValues(values)) as Row[],
		run: async (sql, ...values) => prepare(sql).run(...sqliteValues(values)).changes,
	};
}
