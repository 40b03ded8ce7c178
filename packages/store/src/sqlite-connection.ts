import Database from "better-sqlite3";
import type { Sql, SqlValue } from "./sql.ts";
import { sqliteDialect } from "./sqlite-dialect.ts";
import { type SqliteValue, sqliteValues } from "./sqlite-values.ts";

/**
 * How long SQLite itself waits for another process, milliseconds. Short, because it blocks the event loop while it
 * waits; whoever needs longer asks again between turns of the loop.
 */
const DRIVER_WAIT_MS = 20;

/** One connection to a SQLite file, with its statements prepared once. */
export class SqliteConnection implements Sql {
	readonly dialect = sqliteDialect;
	readonly #database: Database.Database;
	readonly #statements = new Map<string, Database.Statement<SqliteValue[]>>();

	constructor(file: string, { readonly = false }: { readonly?: boolean } = {}) {
		this.#database = new Database(file, { timeout: DRIVER_WAIT_MS, readonly });
		try {
			if (!readonly) {
				this.#database.pragma("journal_mode = WAL");
				this.#database.pragma("synchronous = NORMAL");
			}
			this.#database.pragma("foreign_keys = ON");
		} catch (error) {
			this.#database.close();
			throw error;
		}
	}

	async get<Row>(sql: string, ...values: SqlValue[]): Promise<Row | undefined> {
		return this.#prepare(sql).get(...sqliteValues(values)) as Row | undefined;
	}

	async all<Row>(sql: string, ...values: SqlValue[]): Promise<Row[]> {
		return this.#prepare(sql).all(...sqliteValues(values)) as Row[];
	}

	async run(sql: string, ...values: SqlValue[]): Promise<number> {
		return this.#prepare(sql).run(...sqliteValues(values)).changes;
	}

	/** Whether a transaction is open on this connection. */
	get inTransaction(): boolean {
		return this.#database.inTransaction;
	}

	/** A number that changes when another connection, of any process, has committed. */
	dataVersion(): number {
		return Number(this.#database.pragma("data_version", { simple: true }));
	}

	close(): void {
		this.#statements.clear();
		this.#database.close();
	}

	#prepare(sql: string): Database.Statement<SqliteValue[]> {
		let statement = this.#statements.get(sql);
		if (statement === undefined) {
			statement = this.#database.prepare<SqliteValue[]>(sql);
			this.#statements.set(sql, statement);
		}
		return statement;
	}
}
