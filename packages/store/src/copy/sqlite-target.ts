import { chmodSync, existsSync } from "node:fs";
import { dirname } from "node:path";
import { makeFolder } from "@cairn/kernel/make-folder";
import Database from "better-sqlite3";
import { moveDurably } from "../backup/durable-file.ts";
import { sqlOf } from "../backup/sql-of.ts";
import { MIGRATIONS } from "../generated/migrations.ts";
import { migrateSqlite } from "../migrate-sqlite.ts";
import { tellableStoreError } from "../store-error.ts";
import type { CopyTarget } from "./copy-ends.ts";
import { notEmpty } from "./copy-refusals.ts";
import { quoted } from "./read-table.ts";
import { removeCopy, removeLeftCopies, unfinishedCopy } from "./unfinished-copy.ts";

/** Opens a new SQLite file for a copy; it gets its name when all is in it. @throws CairnError when there is such a file. */
export function openSqliteTarget(file: string): CopyTarget {
	refuseExisting(file);
	const aside = unfinishedCopy(file);
	try {
		makeFolder(dirname(file));
		removeLeftCopies(file);
		migrateSqlite(aside, MIGRATIONS);
		chmodSync(aside, 0o600);
		return open({ file, aside });
	} catch (error) {
		removeCopy(aside);
		throw tellableStoreError(error);
	}
}

interface Files {
	readonly file: string;
	/** Where it is while it is filled. */
	readonly aside: string;
}

function open({ file, aside }: Files): CopyTarget {
	const database = new Database(aside, { fileMustExist: true });
	const triggers = beginFilling(database);
	return {
		sql: sqlOf(database),
		async insert({ name, columns }, rows) {
			const into = `INSERT INTO ${quoted(name)} (${columns.map(quoted).join(", ")})`;
			const statement = database.prepare(`${into} VALUES (${columns.map(() => "?").join(", ")})`);
			for (const row of rows) statement.run(columns.map((column) => row[column]));
		},
		async setLastNumbers(numbers) {
			const update = database.prepare("UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?");
			const insert = database.prepare("INSERT INTO sqlite_sequence (seq, name) VALUES (?, ?)");
			for (const [table, number] of numbers)
				if (update.run(number, table).changes === 0) insert.run(number, table);
		},
		async finish() {
			for (const { sql } of triggers) database.exec(sql);
			database.exec("COMMIT");
			database.pragma("journal_mode = WAL");
			database.close();
			refuseExisting(file);
			await moveDurably(aside, file);
		},
		async [Symbol.asyncDispose]() {
			database.close();
			removeCopy(aside);
		},
	};
}

/** Begins the transaction in which it is filled; gives the triggers, which are to come back at its end. */
function beginFilling(database: Database.Database): ReturnType<typeof takeTriggers> {
	try {
		// Nobody else has the file, and all of it is one file when it is closed.
		database.pragma("journal_mode = DELETE");
		database.exec("BEGIN");
		return takeTriggers(database);
	} catch (error) {
		database.close();
		throw error;
	}
}

/** Triggers would change what is put in: they go until all is there. */
function takeTriggers(database: Database.Database): { name: string; sql: string }[] {
	const triggers = database
		.prepare<[], { name: string; sql: string }>("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
		.all();
	for (const { name } of triggers) database.exec(`DROP TRIGGER ${quoted(name)}`);
	return triggers;
}

function refuseExisting(file: string): void {
	if (existsSync(file) || existsSync(`${file}-wal`)) throw notEmpty("The file to copy into is there already");
}
