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

/** No entry has a greater id: it is an integer of 32 bits, and PostgreSQL refuses to compare it with a greater one. */
const MAX_ENTRY_ID = 2_147_483_647;

const entryColumns = ({ dialect }: Sql) => `entry_id, ${dialect.utf8("entry")}, bytes, created_at`;

const readEntry = (row: EntryRow): EntryRow => ({ ...row, entry: utf8Text(row.entry) });

/** The entries after an id, oldest first. */
export async function listEntries(sql: Sql, { logId, after, limit }: EntryRange): Promise<EntryRow[]> {
	const rows = await sql.all<EntryRow>(
		`SELECT ${entryColumns(sql)} FROM log_entries WHERE log_id = ? AND entry_id > ? ORDER BY entry_id LIMIT ?`,
		logId,
		Math.min(after, MAX_ENTRY_ID),
		limit,
	);
	return rows.map(readEntry);
}

/** The newest entries, or the newest of those below an id, newest first. */
export async function listNewestEntries(
	sql: Sql,
	{ logId, before, limit }: Omit<EntryRange, "after"> & { readonly before?: number | undefined },
): Promise<EntryRow[]> {
	const rows = await sql.all<EntryRow>(
		`SELECT ${entryColumns(sql)} FROM log_entries WHERE log_id = ?${before === undefined ? "" : " AND entry_id < ?"}
		 ORDER BY entry_id DESC LIMIT ?`,
		logId,
		...(before === undefined ? [] : [Math.min(before, MAX_ENTRY_ID)]),
		limit,
	);
	return rows.map(readEntry);
}

export interface TimeRange extends Omit<EntryRange, "after"> {
	/** Entries of this instant or later, and of before this one, milliseconds since the epoch. */
	readonly since?: number | undefined;
	readonly until?: number | undefined;
	/** Those that come after this one, oldest first; or else those that come before this one, newest first. */
	readonly after?: number | undefined;
	readonly before?: number | undefined;
}

/**
 * Entries by their time. They are sought by an index of it, in whose order they come: in the order of their ids a stretch
 * of time could only be found by a look at all entries, for a clock may be set back.
 */
export async function listEntriesOfTime(
	sql: Sql,
	{ logId, since, until, after, before, limit }: TimeRange,
): Promise<EntryRow[]> {
	const forward = after !== undefined;
	const place = await placeOf(sql, logId, after ?? before);
	const conditions = [
		["created_at >= ?", since === undefined ? [] : [since]],
		["created_at < ?", until === undefined ? [] : [until]],
		[`(created_at, entry_id) ${forward ? ">" : "<"} (?, ?)`, place === undefined ? [] : place],
	] as const;
	const asked = conditions.filter(([, values]) => values.length > 0);
	const direction = forward ? "ASC" : "DESC";
	const rows = await sql.all<EntryRow>(
		`SELECT ${entryColumns(sql)} FROM log_entries WHERE ${["log_id = ?", ...asked.map(([sql]) => sql)].join(" AND ")}
		 ORDER BY created_at ${direction}, entry_id ${direction} LIMIT ?`,
		logId,
		...asked.flatMap(([, values]) => values),
		limit,
	);
	return rows.map(readEntry);
}

/** An entry's place by time; that of the one below it where there is none of that id, and none below the first. */
async function placeOf(sql: Sql, logId: number, entryId: number | undefined): Promise<number[] | undefined> {
	if (entryId === undefined) return undefined;
	const known = Math.min(entryId, MAX_ENTRY_ID);
	const row = await sql.get<{ created_at: number }>(
		"SELECT created_at FROM log_entries WHERE log_id = ? AND entry_id <= ? ORDER BY entry_id DESC LIMIT 1",
		logId,
		known,
	);
	return row && [row.created_at, known];
}
