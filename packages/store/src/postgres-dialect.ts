import type { Dialect } from "./dialect.ts";

export const postgresDialect: Dialect = {
	database: "postgresql",
	greatest: (...values) => `greatest(${values.join(", ")})`,
	least: (...values) => `least(${values.join(", ")})`,
	// Its text can't hold NUL, so the bytes come as they are.
	utf8: (column) => column,
	among: (column) => `${column} = ANY(?)`,
	contains: (column) => `strpos(${column}, ?) > 0`,
	indexedBy: () => "",
	joinInOrder: "JOIN",
	sorted: (column) => column,
	newestEventId: "(SELECT newest_id FROM event_ids)",
};
