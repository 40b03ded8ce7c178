/** What SQLite and PostgreSQL say differently, so that one set of statements serves both. */
export interface Dialect {
	readonly database: "sqlite" | "postgresql";
	/** The largest of values, of which none is null. */
	greatest(...values: string[]): string;
	/** The smallest of values, of which none is null. */
	least(...values: string[]): string;
	/** A column of UTF-8 bytes; `utf8Text` makes text of what comes. */
	utf8(column: string): string;
	/** The condition that a column holds a value of a list, which is given as one value. */
	among(column: string): string;
	/** The condition that a column of text holds a text. */
	contains(column: string): string;
	/** Behind a table: the index along which it is walked. PostgreSQL's planner takes no such word, and needs none. */
	indexedBy(index: string): string;
	/** Joins two tables in the order in which they are written, where a planner would take the other one. */
	readonly joinInOrder: string;
	/** A column in ORDER BY whose order must not be read off an index, which would go through all rows. */
	sorted(column: string): string;
	/** The id of the newest event that there ever was, as an expression; 0 before the first. */
	readonly newestEventId: string;
}
