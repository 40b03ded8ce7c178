import { existsSync } from "node:fs";
import { CairnError } from "@cairn/kernel";
import Database from "better-sqlite3";
import { tellableStoreError } from "./store-error.ts";

export interface ForeignSqlite extends Disposable {
	/** Whether it has a table with all of these columns. */
	hasTable(name: string, columns: readonly string[]): boolean;
	/** Rows one by one, so that a large file takes no more memory than a small one. */
	rows<Row>(sql: string, ...values: (string | number)[]): IterableIterator<Row>;
}

/**
 * Opens another program's SQLite file to read it; nothing in it is changed.
 * @throws CairnError `invalid_input` when there is none, `unavailable` when it can't be read.
 */
export function openForeignSqlite(file: string): ForeignSqlite {
	if (!existsSync(file)) throw new CairnError("invalid_input", `There is no file ${file}.`);
	try {
		const database = openReadable(file);
		return {
			hasTable: (name, columns) => {
				const found = database
					.prepare<[string], { name: string }>("SELECT name FROM pragma_table_info(?)")
					.all(name);
				const names = new Set(found.map((column) => column.name));
				return columns.every((column) => names.has(column));
			},
			rows: <Row>(sql: string, ...values: (string | number)[]) =>
				database.prepare(sql).iterate(...values) as IterableIterator<Row>,
			[Symbol.dispose]: () => void database.close(),
		};
	} catch (error) {
		const told = tellableStoreError(error);
		if (told === error) throw error;
		throw new CairnError(
			"unavailable",
			`${file} can't be read as a SQLite file. Name the one in which the other server kept its data.`,
		);
	}
}

function openReadable(file: string): Database.Database {
	const database = new Database(file, { readonly: true, fileMustExist: true, timeout: 5_000 });
	try {
		// Reads the file, which opening doesn't.
		database.pragma("schema_version");
		return database;
	} catch (error) {
		database.close();
		throw error;
	}
}
