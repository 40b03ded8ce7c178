import Database from "better-sqlite3";
import { type CopiedTable, listCopiedTables } from "../src/copy/copied-tables.ts";
import { quoted } from "../src/copy/read-table.ts";
import { agents, events, files, type Store } from "../src/index.ts";
import type { SqlValue } from "../src/sql.ts";

/** One for each row of a table: whatever hangs on a row has the same text, and the same number. */
const TEXTS = ["plain", "a\0b\u0001\u0002", "Ä 💡 ' \" \\ \n", "%_[]{}$1?"];
const SHORT_LIVED = 9;
/** The number that was given last to a file; the last ones are gone. */
export const NUMBERS_GIVEN = TEXTS.length + SHORT_LIVED;
/** What the store itself keeps of events. */
const OF_EVENTS = ["events", "event_chains"];

interface Column {
	readonly name: string;
	readonly type: string;
	readonly notnull: number;
}

/** Puts rows into every table of a store; the types of their columns are those of an SQLite store. */
export async function fillEveryTable(store: Store, sqliteFile: string): Promise<void> {
	const columns = columnsOf(sqliteFile);
	await store.transaction(async (sql) => {
		for (const table of await listCopiedTables(sql)) {
			if (OF_EVENTS.includes(table.name)) continue;
			for (const index of TEXTS.keys()) {
				const places = table.columns.map(() => "?").join(", ");
				const values = table.columns.map((name) => valueIn(columns(table, name), { table, index }));
				const names = table.columns.map(quoted).join(", ");
				await sql.run(`INSERT INTO ${quoted(table.name)} (${names}) VALUES (${places})`, ...values);
			}
		}
		// Whatever writes a file leaves it to be found out anew.
		await sql.run("UPDATE claim_evidence SET supported = ?", 1);
		for (let number = 1; number <= 1_200; number++) {
			const agentId = TEXTS[number % TEXTS.length] ?? "";
			await events.insertEvent(sql, {
				...{ at: number, requestId: "r", agentId, action: "log.append", object: agentId },
			});
		}
	});
	await useUpNumber(store);
}

/** Gives a file a number that is never given again, since the file goes. */
async function useUpNumber(store: Store): Promise<void> {
	await store.transaction(async (sql) => {
		await agents.letAppear(sql, { id: "short", at: 1 });
		for (let number = 0; number < SHORT_LIVED; number++)
			await files.insertFile(sql, {
				...{ agentId: "short", path: `p${number}`, version: 1, bytes: 0, digest: "d", at: 1 },
			});
		await sql.run("DELETE FROM files WHERE agent_id = ?", "short");
	});
}

function columnsOf(sqliteFile: string): (table: CopiedTable, name: string) => Column {
	const database = new Database(sqliteFile, { readonly: true });
	try {
		const all = new Map<string, Column[]>();
		const tables = database.prepare<[], { name: string }>(
			"SELECT name FROM sqlite_master WHERE type = 'table'",
		);
		for (const { name } of tables.all())
			all.set(name, database.pragma(`table_info(${quoted(name)})`) as Column[]);
		return ({ name: table }, name) => {
			const column = all.get(table)?.find((one) => one.name === name);
			if (column === undefined) throw new Error(`SQLite has no column ${table}.${name}`);
			return column;
		};
	} finally {
		database.close();
	}
}

function valueIn(
	{ name, type, notnull }: Column,
	{ table, index }: { table: CopiedTable; index: number },
): SqlValue {
	if (notnull === 0 && index === 2 && !table.key.includes(name)) return null;
	if (type === "BLOB") return Buffer.from([0, 255, index, ...Buffer.from(TEXTS[index] ?? "")]);
	if (type === "TEXT") return TEXTS[index] ?? "";
	if (type === "BOOLEAN") return index % 2;
	if (type === "REAL") return 0.1 + index / 3;
	return table.key.includes(name) || type === "INTEGER" ? index + 1 : 8_640_000_000_000_000 - index;
}
