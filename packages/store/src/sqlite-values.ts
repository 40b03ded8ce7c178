import type { SqlValue } from "./sql.ts";

export type SqliteValue = Exclude<SqlValue, readonly unknown[]>;

/** Values as SQLite takes them: a list as JSON, for `json_each`. */
export function sqliteValues(values: readonly SqlValue[]): SqliteValue[] {
	return values.map((value) => (isList(value) ? JSON.stringify(value) : value));
}

function isList(value: SqlValue): value is readonly string[] | readonly number[] {
	return Array.isArray(value);
}
