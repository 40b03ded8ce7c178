import type { Sql } from "../sql.ts";

export interface ReadMarkRow {
	readonly reader: string;
	readonly version: number;
	readonly read_at: number;
}

/** The version that a reader last received, or undefined when it has received none. */
export async function findReadMark(sql: Sql, fileId: number, reader: string): Promise<number | undefined> {
	const row = await sql.get<{ version: number }>(
		"SELECT version FROM read_marks WHERE file_id = ? AND reader = ?",
		fileId,
		reader,
	);
	return row?.version;
}

export interface NewReadMark {
	readonly fileId: number;
	readonly reader: string;
	readonly version: number;
	readonly at: number;
}

export async function setReadMark(sql: Sql, { fileId, reader, version, at }: NewReadMark): Promise<void> {
	await sql.run(
		`INSERT INTO read_marks (file_id, reader, version, read_at) VALUES (?, ?, ?, ?)
		 ON CONFLICT (file_id, reader) DO UPDATE SET version = excluded.version, read_at = excluded.read_at`,
		fileId,
		reader,
		version,
		at,
	);
}

/** Who has received which version, latest first. */
export function listReadMarks(sql: Sql, fileId: number): Promise<ReadMarkRow[]> {
	return sql.all<ReadMarkRow>(
		"SELECT reader, version, read_at FROM read_marks WHERE file_id = ? ORDER BY read_at DESC, reader",
		fileId,
	);
}
