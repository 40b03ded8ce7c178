import Database from "better-sqlite3";
import { median } from "./statistics.ts";

/** The least that SQLite needs, milliseconds: one row written, and as many whole rows read as a page has. */
export interface ClaimsFloor {
	readonly writeMs: number;
	readonly readOneMs: number;
	readonly readPageMs: number;
}

/** Measures it by better-sqlite3, in this process, on the file of a bench. */
export function measureClaimsFloor(file: string, rounds: number): ClaimsFloor {
	const database = new Database(file);
	database.pragma("journal_mode = WAL");
	database.pragma("synchronous = NORMAL");
	database.exec("CREATE TABLE raw_floor (id INTEGER PRIMARY KEY, claim TEXT)");
	const insert = database.prepare("INSERT INTO raw_floor (claim) VALUES (?)");
	const page = database.prepare("SELECT * FROM claims WHERE seq > ? ORDER BY seq LIMIT ?");
	const time = (work: (round: number) => unknown) => {
		const taken = Array.from({ length: rounds }, (_, round) => {
			const before = performance.now();
			work(round);
			return performance.now() - before;
		});
		return median(taken);
	};
	const floor = {
		writeMs: time((round) => insert.run(`a claim of ordinary length, number ${round}`)),
		readOneMs: time((round) => page.all(round, 1)),
		readPageMs: time((round) => page.all(round, 100)),
	};
	database.exec("DROP TABLE raw_floor");
	database.close();
	return floor;
}
