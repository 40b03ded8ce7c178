import type { Sql } from "../sql.ts";

/** A table that both kinds of database have, as one of them knows it. */
export interface CopiedTable {
	readonly name: string;
	readonly columns: readonly string[];
	/** The columns by which its rows are told apart, in whose order they are read. */
	readonly key: readonly string[];
	/** The tables that its rows point to. */
	readonly references: readonly string[];
	/** Whether its rows hold contents, so that few of them are read at once. */
	readonly holdsContents: boolean;
}

/** What each kind of database keeps in its own way, or makes anew out of the rest: the condition on a table's name. */
const IS_COPIED = `name NOT LIKE 'sqlite!_%' ESCAPE '!' AND name NOT LIKE '!_%' ESCAPE '!'
	AND name <> 'event_ids' AND name NOT LIKE 'claim!_grams%' ESCAPE '!'`;

interface Column {
	readonly tableName: string;
	readonly name: string;
	/** The place in the key, from 1; 0 for a column that is no part of it. */
	readonly keyPlace: number;
	readonly isContent: number;
}

interface Reference {
	readonly tableName: string;
	readonly target: string;
}

const SQLITE_TABLES = `(SELECT name FROM sqlite_master WHERE type = 'table' AND ${IS_COPIED})`;
const SQLITE_COLUMNS = `SELECT t.name AS "tableName", c.name, c.pk AS "keyPlace", c.type = 'BLOB' AS "isContent"
	FROM ${SQLITE_TABLES} AS t JOIN pragma_table_info(t.name) AS c ORDER BY t.name, c.cid`;
const SQLITE_REFERENCES = `SELECT t.name AS "tableName", f."table" AS target
	FROM ${SQLITE_TABLES} AS t JOIN pragma_foreign_key_list(t.name) AS f`;

const POSTGRES_TABLES = `(SELECT oid, name FROM (SELECT oid, relname::text AS name FROM pg_class
	WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace) AS every WHERE ${IS_COPIED})`;
const POSTGRES_COLUMNS = `SELECT t.name AS "tableName", a.attname::text AS name,
	coalesce(array_position(i.indkey::int2[], a.attnum), -1) + 1 AS "keyPlace", a.atttypid = 'bytea'::regtype AS "isContent"
	FROM ${POSTGRES_TABLES} AS t JOIN pg_attribute AS a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
	LEFT JOIN pg_index AS i ON i.indrelid = t.oid AND i.indisprimary ORDER BY t.name COLLATE "C", a.attnum`;
const POSTGRES_REFERENCES = `SELECT t.name AS "tableName", c.confrelid::regclass::text AS target
	FROM ${POSTGRES_TABLES} AS t JOIN pg_constraint AS c ON c.conrelid = t.oid AND c.contype = 'f'`;

/** The tables that are copied, each after those that its rows point to. */
export async function listCopiedTables(sql: Sql): Promise<CopiedTable[]> {
	const isPostgres = sql.dialect.database === "postgresql";
	const columns = await sql.all<Column>(isPostgres ? POSTGRES_COLUMNS : SQLITE_COLUMNS);
	const references = await sql.all<Reference>(isPostgres ? POSTGRES_REFERENCES : SQLITE_REFERENCES);
	const names = [...new Set(columns.map(({ tableName }) => tableName))];
	return parentsFirst(names.map((name) => describe(name, columns, references)));
}

function describe(name: string, columns: readonly Column[], references: readonly Reference[]): CopiedTable {
	const own = columns.filter(({ tableName }) => tableName === name);
	const key = own.filter(({ keyPlace }) => keyPlace > 0).sort((a, b) => a.keyPlace - b.keyPlace);
	return {
		name,
		columns: own.map((column) => column.name),
		key: key.map((column) => column.name),
		references: references.flatMap(({ tableName, target }) => (tableName === name ? [target] : [])),
		holdsContents: own.some(({ isContent }) => isContent === 1),
	};
}

function parentsFirst(tables: readonly CopiedTable[]): CopiedTable[] {
	const placed = new Map<string, CopiedTable>();
	const place = (table: CopiedTable) => {
		if (placed.has(table.name)) return;
		for (const parent of tables.filter(({ name }) => table.references.includes(name))) place(parent);
		placed.set(table.name, table);
	};
	for (const table of tables) place(table);
	return [...placed.values()];
}
