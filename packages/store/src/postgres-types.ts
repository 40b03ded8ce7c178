import pg from "pg";
import { fromPostgresText, toPostgresText } from "./postgres-text.ts";
import type { SqlValue } from "./sql.ts";

const { BOOL, INT8, NUMERIC, TEXT, VARCHAR } = pg.types.builtins;

/** Reads values as SQLite gives them: truth as 1 and 0, 64-bit integers and their sums as numbers, text with its NULs. */
export const postgresTypes = new pg.TypeOverrides();
postgresTypes.setTypeParser(BOOL, (value: string) => (value === "t" ? 1 : 0));
postgresTypes.setTypeParser(INT8, exactNumber);
postgresTypes.setTypeParser(NUMERIC, exactNumber);
postgresTypes.setTypeParser(TEXT, fromPostgresText);
postgresTypes.setTypeParser(VARCHAR, fromPostgresText);

/** Values as the driver takes them. */
export function postgresValues(values: readonly SqlValue[]): unknown[] {
	return values.map((value) => {
		if (typeof value === "string") return toPostgresText(value);
		return Array.isArray(value) ? postgresValues(value) : value;
	});
}

function exactNumber(text: string): number {
	const value = Number(text);
	if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
		throw new RangeError(`The store holds a number that is too large to be exact: ${text}.`);
	}
	return value;
}
