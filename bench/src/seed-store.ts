import { openStore } from "@cairn/store";
import Database from "better-sqlite3";

export interface SeedOptions {
	readonly file: string;
	/** Each of them holds 1,000 files of 20 KB, less one, and a log of 99,000 entries; the bench's calls need the rest. */
	readonly agents: number;
}

const FILES = 999;
export const ENTRIES = 99_000;
export const AGENT = "bench-0";

/** A line of ordinary length. */
export function line(index: number): string {
	return `${index}: the quick brown fox jumps over the lazy dog`;
}

/** A text of 1,000 lines, some 50 KB. */
export function thousandLines(changed = ""): string {
	return Array.from({ length: 1_000 }, (_, index) => line(index) + (index === 500 ? changed : "")).join("\n");
}

/** 20 KB that differ from call to call. */
export function twentyKilobytes(tag: string): string {
	return `${tag}\n${"All work and no play makes a dull agent.\n".repeat(500)}`.slice(0, 20_000);
}

/** Fills a new store by SQL: through calls, a hundred million bytes would take minutes. */
export async function seedStore({ file, agents }: SeedOptions): Promise<void> {
	await (await openStore({ file })).close();
	const database = new Database(file);
	database.pragma("journal_mode = WAL");
	database.transaction(() => {
		for (let agent = 0; agent < agents; agent++) seedAgent(database, `bench-${agent}`);
	})();
	database.exec("ANALYZE");
	database.close();
}

function seedAgent(database: Database.Database, agent: string): void {
	const content = Buffer.from(twentyKilobytes("seed"));
	const bytes = content.byteLength;
	database
		.prepare("INSERT INTO agents VALUES (?, 1, 1, ?, 1, ?, ?, 0, 0, 1)")
		.run(agent, FILES, ENTRIES, FILES * bytes + ENTRIES * 100);
	const rows = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)";
	database
		.prepare(
			`${rows} INSERT INTO files (agent_id, path, current_version, bytes, digest, versions, retained_bytes, created_at, updated_at)
			 SELECT ?, 'seed/' || i, 1, ?, 'seed', 1, ?, 1, 1 FROM n`,
		)
		.run(FILES, agent, bytes, bytes);
	database
		.prepare(
			"INSERT INTO file_versions (file_id, version, bytes, digest, created_at, content) SELECT id, 1, ?, 'seed', 1, ? FROM files WHERE agent_id = ?",
		)
		.run(bytes, content, agent);
	const log = database
		.prepare(
			"INSERT INTO logs (agent_id, path, entries, bytes, last_entry_id, first_entry_at, last_entry_at) VALUES (?, 'log', ?, ?, ?, 1, 1)",
		)
		.run(agent, ENTRIES, ENTRIES * 100, ENTRIES);
	database
		.prepare(
			`${rows} INSERT INTO log_entries (log_id, entry_id, bytes, created_at, entry) SELECT ?, i, 100, 1, CAST(printf('%0100d', i) AS BLOB) FROM n`,
		)
		.run(ENTRIES, log.lastInsertRowid);
	database
		.prepare(
			`${rows} INSERT INTO events (at, request_id, agent_id, action, object, bytes) SELECT 1, 'req_seed', ?, 'log.append', 'log', 100 FROM n`,
		)
		.run(ENTRIES, agent);
}
