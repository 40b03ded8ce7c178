import { createHash } from "node:crypto";
import type { Sql, SqlValue } from "../sql.ts";
import type { CopiedTable } from "./copied-tables.ts";

/** A row: its values by the names of its columns. */
export type CopiedRow = Readonly<Record<string, SqlValue>>;

/** Rows that are read at once; of those that hold contents fewer, as each may be a mebibyte. */
const ROWS_AT_ONCE = 500;
const CONTENTS_AT_ONCE = 16;

/** All rows of a table in the order of its key, some at a time. */
export async function* readTable(sql: Sql, table: CopiedTable): AsyncGenerator<CopiedRow[]> {
	const { name, columns, key, holdsContents } = table;
	const limit = holdsContents ? CONTENTS_AT_ONCE : ROWS_AT_ONCE;
	const order = key.map(quoted).join(", ");
	const head = `SELECT ${columns.map(quoted).join(", ")} FROM ${quoted(name)}`;
	const behind = `WHERE (${order}) > (${key.map(() => "?").join(", ")})`;
	let last: CopiedRow | undefined;
	do {
		const place = last;
		const rows: CopiedRow[] =
			place === undefined
				? await sql.all(`${head} ORDER BY ${order} LIMIT ?`, limit)
				: await sql.all(
						`${head} ${behind} ORDER BY ${order} LIMIT ?`,
						...key.map((column) => place[column] ?? null),
						limit,
					);
		yield rows;
		last = rows.length === limit ? rows.at(-1) : undefined;
	} while (last !== undefined);
}

/** How many rows a table holds, and a digest over all that is in them, which is the same on both kinds of database. */
export class TableDigest {
	readonly #columns: readonly string[];
	readonly #hash = createHash("sha256");
	rows = 0;

	/** @param columns in whose order the values are hashed. */
	constructor({ columns }: Pick<CopiedTable, "columns">) {
		this.#columns = [...columns].sort();
	}

	add(rows: readonly CopiedRow[]): void {
		for (const row of rows)
			this.#hash.update(`${JSON.stringify(this.#columns.map((one) => plain(row[one])))}\n`);
		this.rows += rows.length;
	}

	/** Hexadecimal; ends the reading. */
	end(): string {
		return this.#hash.digest("hex");
	}
}

function plain(value: SqlValue | undefined): unknown {
	if (value instanceof Uint8Array) return [createHash("sha256").update(value).digest("hex")];
	return typeof value === "bigint" ? String(value) : value;
}

/** A name of the store's own schema as both databases take it. */
export function quoted(name: string): string {
	return `"${name.replaceAll('"', '""')}"`;
}
