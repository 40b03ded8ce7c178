import type { Sql } from "../sql.ts";
import type { CopiedTable } from "./copied-tables.ts";
import type { CopiedRow } from "./read-table.ts";

/** The store that is copied, as it was at one moment, while nobody else writes it. */
export interface CopySource extends AsyncDisposable {
	readonly sql: Sql;
	/** The name of the connection that holds off the writers of its database; undefined for a file. */
	readonly connectionName?: string;
	/** The last automatic number of each table that gave any, by the table's name. */
	lastNumbers(): Promise<Map<string, number>>;
	/** Looks once more before the copy stands. @throws CairnError when a program uses the store after all. */
	refuseInUse(): Promise<void>;
}

/** An empty store that is filled in one transaction: nobody sees it before {@link CopyTarget.finish}. */
export interface CopyTarget extends AsyncDisposable {
	readonly sql: Sql;
	insert(table: CopiedTable, rows: readonly CopiedRow[]): Promise<void>;
	/** Lets automatic numbers go on after these. */
	setLastNumbers(numbers: ReadonlyMap<string, number>): Promise<void>;
	/** Makes what was put in last; without it, closing leaves the target as it was. */
	finish(): Promise<void>;
}
