import { randomBytes } from "node:crypto";
import Database from "better-sqlite3";
import { AGENT, ENTRIES, twentyKilobytes } from "./seed-store.ts";
import { median } from "./statistics.ts";

/** The least that SQLite itself needs for each call, milliseconds: the same rows by better-sqlite3, in this process. */
export function measureRawFloor(file: string, rounds: number): Map<string, number> {
	const database = new Database(file);
	database.pragma("journal_mode = WAL");
	database.pragma("synchronous = NORMAL");
	database.exec("CREATE TABLE IF NOT EXISTS raw_floor (id INTEGER PRIMARY KEY, content BLOB)");
	const insert = database.prepare("INSERT INTO raw_floor (content) VALUES (?)");
	const version = database.prepare(
		"SELECT CAST(content AS TEXT) FROM file_versions v JOIN files f ON f.id = v.file_id WHERE agent_id = ? AND path = ? AND version = 1",
	);
	const current = database.prepare("SELECT current_version FROM files WHERE agent_id = ? AND path = ?");
	const page = database.prepare(
		"SELECT entry_id, CAST(entry AS TEXT), created_at FROM log_entries WHERE log_id = (SELECT id FROM logs WHERE agent_id = ?) AND entry_id > ? LIMIT 100",
	);
	const files = database.prepare(
		"SELECT path, current_version, bytes, created_at, updated_at FROM files WHERE agent_id = ? ORDER BY path LIMIT 1000",
	);
	const floor = new Map<string, number>();
	const time = (name: string, work: () => unknown) => {
		const taken = Array.from({ length: rounds }, () => {
			const before = performance.now();
			work();
			return performance.now() - before;
		});
		floor.set(name, median(taken));
	};
	time("write 20 KB", () => insert.run(Buffer.from(twentyKilobytes(randomBytes(4).toString("hex")))));
	time("read 20 KB", () => version.get(AGENT, "seed/7"));
	time("read, unchanged", () => current.get(AGENT, "seed/7"));
	time("append", () => insert.run(Buffer.from("an entry")));
	time("read a log page", () => page.all(AGENT, ENTRIES / 2));
	time("list 1,000 files", () => files.all(AGENT));
	database.exec("DROP TABLE raw_floor");
	database.close();
	return floor;
}
