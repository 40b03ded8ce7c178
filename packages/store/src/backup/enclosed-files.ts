import { readFileSync } from "node:fs";
import type Database from "better-sqlite3";

/** Tables that only a backup has. They carry the files which belong to a store without being in it. */
const TABLES = `CREATE TABLE "_cairn_backup_files" ("name" TEXT PRIMARY KEY NOT NULL, "content" BLOB NOT NULL)`;

/** Puts files into a copy of a store, those that there are. @returns the names of those that went in. */
export function encloseFiles(copy: Database.Database, files: Readonly<Record<string, string>>): string[] {
	copy.exec(TABLES);
	const insert = copy.prepare(`INSERT INTO "_cairn_backup_files" ("name", "content") VALUES (?, ?)`);
	const names: string[] = [];
	for (const [name, path] of Object.entries(files)) {
		const content = readIfThere(path);
		if (content === undefined) continue;
		insert.run(name, content);
		names.push(name);
	}
	return names;
}

/** Takes the files out of a copy that is to become a store: it then holds what the store held, and nothing else. */
export function takeOutFiles(copy: Database.Database): Map<string, Buffer> {
	const table = copy.prepare(`SELECT 1 FROM sqlite_master WHERE name = '_cairn_backup_files'`).get();
	if (table === undefined) return new Map();
	const rows = copy
		.prepare<[], { name: string; content: Buffer }>(`SELECT "name", "content" FROM "_cairn_backup_files"`)
		.all();
	// A key must not stay readable in pages that are free.
	copy.pragma("secure_delete = ON");
	copy.exec(`DROP TABLE "_cairn_backup_files"`);
	return new Map(rows.map(({ name, content }) => [name, content]));
}

function readIfThere(path: string): Buffer | undefined {
	try {
		return readFileSync(path);
	} catch (error) {
		if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
		throw error;
	}
}
