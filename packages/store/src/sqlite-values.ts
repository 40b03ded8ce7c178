import type { SqlValue } from "./sql.ts";

export type SqliteValue = Exclude<SqlValue, readonly unknown[]>;

/**
 * Values as SQLite takes them: a list as JSON, for `json_each`, and a text as UTF-8 can hold it: of half a pair of
 * surrogates the driver would make three characters that are none.
 */
export function sqliteValues(values: readonly SqlValue[]): SqliteValue[] {
	return values.map((value) => {
		if (typeof value === "string") return value.toWellFormed();
		return isList(value) ? JSON.stringify(value) : value;
	});
}

function isList(value: SqlValue): value is readonly string[] | readonly number[] {
	return Array.isArray(value);
}
