import type { SqlValue } from "./sql.ts";

/** A statement as PostgreSQL takes it. */
export interface PostgresStatement {
	readonly text: string;
	/** Under which each connection keeps its plan; undefined for one that is not kept. */
	readonly name: string | undefined;
}

/** So many different statements are kept; the typed functions of `tables/` make a few hundred. */
const KEPT = 1_000;
const LARGEST_INTEGER = 2_147_483_647;

const statements = new Map<string, PostgresStatement>();

/**
 * A statement with `?` for values, with PostgreSQL's `$1`, `$2` and so on. No statement holds a `?` of another meaning. A
 * value is taken to be of its column's type, so a number that is too large for a column of 32 bits is said to have 64:
 * comparing the two then finds nothing, instead of failing.
 */
export function postgresStatement(sql: string, values: readonly SqlValue[]): PostgresStatement {
	const wide = values.map(isWide);
	const key = `${wide.map(Number).join("")} ${sql}`;
	const known = statements.get(key);
	if (known !== undefined) return known;
	let count = 0;
	const text = sql.replace(/\?/g, () => `$${++count}${wide[count - 1] === true ? "::int8" : ""}`);
	if (statements.size >= KEPT) return { text, name: undefined };
	const statement = { text, name: `cairn_${statements.size + 1}` };
	statements.set(key, statement);
	return statement;
}

function isWide(value: SqlValue): boolean {
	return typeof value === "number" && Number.isInteger(value) && Math.abs(value) > LARGEST_INTEGER;
}
