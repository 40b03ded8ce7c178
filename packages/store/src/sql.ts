import type { Dialect } from "./dialect.ts";

/** What a statement can be given; text that agents wrote goes as its UTF-8 bytes, a list for `Dialect.among`. */
export type SqlValue = string | number | bigint | Uint8Array | null | readonly string[] | readonly number[];

/**
 * Statements on one connection, with `?` for values. For the calls that must be fast: the typed functions in `tables/`
 * are the only ones that write SQL. All else asks Prisma.
 */
export interface Sql {
	/** The words that the two databases have different ones for. */
	readonly dialect: Dialect;
	/** The first row, or undefined. */
	get<Row>(sql: string, ...values: SqlValue[]): Promise<Row | undefined>;
	/** All rows. */
	all<Row>(sql: string, ...values: SqlValue[]): Promise<Row[]>;
	/** How many rows the statement changed. */
	run(sql: string, ...values: SqlValue[]): Promise<number>;
}
