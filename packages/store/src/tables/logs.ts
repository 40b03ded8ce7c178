import type { Sql } from "../sql.ts";
import { utf8Text } from "../utf8-text.ts";
import { type FileKey, type LatestPage, lowerBound, type PageOptions } from "./files.ts";

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
	readonly bytes: number;
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

/** The logs that were appended to last, the newest first. */
export function listLatestLogs(sql: Sql, { agentId, limit }: LatestPage): Promise<LogRow[]> {
	return sql.all<LogRow>(
		`SELECT ${COLUMNS} FROM logs WHERE agent_id = ? ORDER BY last_entry_at DESC, id DESC LIMIT ?`,
		agentId,
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
		 last_entry_id = logs.last_entry_id + 1, last_entry_at = ${sql.dialect.greatest("logs.last_entry_at", "excluded.last_entry_at")}
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
}

const entryColumns = ({ dialect }: Sql) => `entry_id, ${dialect.utf8("entry")}, bytes, created_at`;

const readEntry = (row: EntryRow): EntryRow => ({ ...row, entry: utf8Text(row.entry) });

/** The entries after an id, oldest first. */
export async function listEntries(sql: Sql, { logId, after, limit }: EntryRange): Promise<EntryRow[]> {
	const rows = await sql.all<EntryRow>(
		`SELECT ${entryColumns(sql)} FROM log_entries WHERE log_id = ? AND entry_id > ? ORDER BY entry_id LIMIT ?`,
		logId,
		after,
		limit,
	);
	return rows.map(readEntry);
}

/** The newest entries, newest first. */
export async function listNewestEntries(
	sql: Sql,
	{ logId, limit }: Omit<EntryRange, "after">,
): Promise<EntryRow[]> {
	const rows = await sql.all<EntryRow>(
		`SELECT ${entryColumns(sql)} FROM log_entries WHERE log_id = ? ORDER BY entry_id DESC LIMIT ?`,
		logId,
		limit,
	);
	return rows.map(readEntry);
}

export interface EntrySpan {
	readonly logId: number;
	/** Entries after this id, and before this one. */
	readonly after: number;
	readonly before: number;
	/** Entries of this instant or later, and of before this one, milliseconds since the epoch. */
	readonly since: number;
	readonly until: number;
	readonly order: "oldest first" | "newest first";
	readonly limit: number;
}

/** The entries of a span, from the end of it that the order names. */
export async function listEntriesOf(sql: Sql, span: EntrySpan): Promise<EntryRow[]> {
	const rows = await sql.all<EntryRow>(
		`SELECT ${entryColumns(sql)} FROM log_entries WHERE log_id = ? AND entry_id > ? AND entry_id < ?
		 AND created_at >= ? AND created_at < ? ORDER BY entry_id ${span.order === "oldest first" ? "ASC" : "DESC"} LIMIT ?`,
		span.logId,
		span.after,
		span.before,
		span.since,
		span.until,
		span.limit,
	);
	return rows.map(readEntry);
}
