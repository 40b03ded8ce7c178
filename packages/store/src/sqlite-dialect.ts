import type { Dialect } from "./dialect.ts";

export const sqliteDialect: Dialect = {
	database: "sqlite",
	greatest: (...values) => `max(${values.join(", ")})`,
	least: (...values) => `min(${values.join(", ")})`,
	utf8: (column) => `CAST(${column} AS TEXT) AS ${column}`,
	among: (column) => `${column} IN (SELECT value FROM json_each(?))`,
	contains: (column) => `instr(${column}, ?) > 0`,
	indexedBy: (index) => `INDEXED BY ${index}`,
	joinInOrder: "CROSS JOIN",
	sorted: (column) => `+${column}`,
	// AUTOINCREMENT keeps it there, also when events are removed behind Cairn's back.
	newestEventId: "coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'events'), 0)",
};
