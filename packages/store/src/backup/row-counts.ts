import type Database from "better-sqlite3";

const TABLES = `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'
	AND name NOT LIKE '!_cairn!_backup%' ESCAPE '!' ORDER BY name`;

/** How many rows each table holds, as one transaction of this connection sees them. */
export function rowCounts(database: Database.Database): Record<string, number> {
	const tables = database.prepare<[], { name: string }>(TABLES).all();
	return Object.fromEntries(tables.map(({ name }) => [name, rowsOf(database, name)]));
}

function rowsOf(database: Database.Database, table: string): number {
	const quoted = `"${table.replaceAll('"', '""')}"`;
	return database.prepare<[], { n: number }>(`SELECT count(*) AS n FROM ${quoted}`).get()?.n ?? 0;
}
