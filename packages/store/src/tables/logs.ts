import type { Sql } from "../sql.ts";
import { type FileKey, lowerBound, type PageOptions } from "./files.ts";

export interface LogRow {
	readonly id: number;
	readonly path: string;
	readonly entries: number;
	readonly bytes: number;
	readonly last_entry_id: number;
	readonly first_entry_at: number;
	readonly last_entry_at: number;
}

export interface EntryRow {
	readonly entry_id: number;
	readonly entry: string;
	readonly created_at: number;
}

const COLUMNS = "id, path, entries, bytes, last_entry_id, first_entry_at, last_entry_at";

export function findLog(sql: Sql, { agentId, path }: FileKey): Promise<LogRow | undefined> {
	return sql.get<LogRow>(`SELECT ${COLUMNS} FROM logs WHERE agent_id = ? AND path = ?`, agentId, path);
}

/** Logs by path; prefixes as for files. */
export function listLogRows(sql: Sql, { agentId, prefix, after, limit }: PageOptions): Promise<LogRow[]> {
	return sql.all<LogRow>(
		`SELECT ${COLUMNS} FROM logs WHERE agent_id = ? AND path >= ? AND path < ? ORDER BY path LIMIT ?`,
		agentId,
		lowerBound(prefix, after),
		`${prefix}{`,
		limit,
	);
}

export interface NewEntry extends FileKey {
	readonly entry: Uint8Array;
	readonly at: number;
}

/** Adds an entry, making its log when it is the first. */
export async function appendEntry(
	sql: Sql,
	{ agentId, path, entry, at }: NewEntry,
): Promise<{ id: number; first: boolean }> {
	const log = await sql.get<{ id: number; last_entry_id: number }>(
		`INSERT INTO logs (agent_id, path, entries, bytes, last_entry_id, first_entry_at, last_entry_at) VALUES (?, ?, 1, ?, 1, ?, ?)
		 ON CONFLICT (agent_id, path) DO UPDATE SET entries = logs.entries + 1, bytes = logs.bytes + excluded.bytes,
		 last_entry_id = logs.last_entry_id + 1, last_entry_at = max(logs.last_entry_at, excluded.last_entry_at)
		 RETURNING id, last_entry_id`,
		agentId,
		path,
		entry.byteLength,
		at,
		at,
	);
	if (log === undefined) throw new Error("appending to a log returned no row");
	await sql.run(
		"INSERT INTO log_entries (log_id, entry_id, bytes, created_at, entry) VALUES (?, ?, ?, ?, ?)",
		log.id,
		log.last_entry_id,
		entry.byteLength,
		at,
		entry,
	);
	return { id: log.last_entry_id, first: log.last_entry_id === 1 };
}

export interface EntryRange {
	readonly logId: number;
	readonly after: number;
	readonly limit: number;
	/** No more than these bytes of entries, but one entry at the least. */
	readonly maxBytes: number;
}

/** The entries after an id, oldest first. */
export function listEntries(sql: Sql, { logId, after, limit, maxBytes }: EntryRange): Promise<EntryRow[]> {
	return sql.all<EntryRow>(
		`SELECT entry_id, CAST(entry AS TEXT) AS entry, created_at FROM log_entries
		 WHERE log_id = ? AND entry_id > ? AND entry_id <= (
			SELECT max(entry_id) FROM (
				SELECT entry_id, sum(bytes) OVER (ORDER BY entry_id) - bytes AS bytes_before FROM (
					SELECT entry_id, bytes FROM log_entries WHERE log_id = ? AND entry_id > ? ORDER BY entry_id LIMIT ?
				)
			) WHERE bytes_before = 0 OR bytes_before < ?
		 ) ORDER BY entry_id`,
		logId,
		after,
		logId,
		after,
		limit,
		maxBytes,
	);
}

/** The id before the newest entries that make a page: its `limit` newest, or as many of them as `maxBytes` admits. */
export async function idBeforeNewest(
	sql: Sql,
	{ logId, limit, maxBytes }: Omit<EntryRange, "after">,
): Promise<number> {
	const row = await sql.get<{ first: number | null }>(
		`SELECT min(entry_id) AS first FROM (
			SELECT entry_id, sum(bytes) OVER (ORDER BY entry_id DESC) - bytes AS bytes_before FROM (
				SELECT entry_id, bytes FROM log_entries WHERE log_id = ? ORDER BY entry_id DESC LIMIT ?
			)
		 ) WHERE bytes_before = 0 OR bytes_before < ?`,
		logId,
		limit,
		maxBytes,
	);
	return (row?.first ?? 1) - 1;
}
