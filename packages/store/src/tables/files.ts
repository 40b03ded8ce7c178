import type { Sql } from "../sql.ts";

export interface FileRow {
	readonly id: number;
	readonly path: string;
	readonly current_version: number;
	readonly bytes: number;
	/** SHA-256 of the current version, hexadecimal. */
	readonly digest: string;
	readonly versions: number;
	readonly retained_bytes: number;
	readonly created_at: number;
	readonly updated_at: number;
}

export interface FileKey {
	readonly agentId: string;
	readonly path: string;
}

const COLUMNS = "id, path, current_version, bytes, digest, versions, retained_bytes, created_at, updated_at";

export function findFile(sql: Sql, { agentId, path }: FileKey): Promise<FileRow | undefined> {
	return sql.get<FileRow>(`SELECT ${COLUMNS} FROM files WHERE agent_id = ? AND path = ?`, agentId, path);
}

export interface PageOptions {
	readonly agentId: string;
	/** Matched as an exact string. */
	readonly prefix: string;
	/** Rows after this path; "" for the first page. */
	readonly after: string;
	readonly limit: number;
}

/**
 * The one lower bound of a page, so that the index goes right there: the prefix, or the least text after the path before
 * (`!` stands below every character of a path).
 */
export function lowerBound(prefix: string, after: string): string {
	return after === "" ? prefix : `${after}!`;
}

/** Files by path. Paths are ASCII below `{`, so a prefix is the range up to itself followed by `{`. */
export function listFileRows(sql: Sql, { agentId, prefix, after, limit }: PageOptions): Promise<FileRow[]> {
	return sql.all<FileRow>(
		`SELECT ${COLUMNS} FROM files WHERE agent_id = ? AND path >= ? AND path < ? ORDER BY path LIMIT ?`,
		agentId,
		lowerBound(prefix, after),
		`${prefix}{`,
		limit,
	);
}

export interface LatestPage {
	readonly agentId: string;
	readonly limit: number;
}

/** The files that were written last, the newest first. An agent has few enough that sorting them takes no index. */
export function listLatestFiles(sql: Sql, { agentId, limit }: LatestPage): Promise<FileRow[]> {
	return sql.all<FileRow>(
		`SELECT ${COLUMNS} FROM files WHERE agent_id = ? ORDER BY updated_at DESC, id DESC LIMIT ?`,
		agentId,
		limit,
	);
}

/** The version that a deleted file of this path had last, 0 when there was none. */
export async function takeDeletedVersion(sql: Sql, { agentId, path }: FileKey): Promise<number> {
	const row = await sql.get<{ last_version: number }>(
		"DELETE FROM deleted_files WHERE agent_id = ? AND path = ? RETURNING last_version",
		agentId,
		path,
	);
	return row?.last_version ?? 0;
}

/** The same, which stays remembered. */
export async function findDeletedVersion(sql: Sql, { agentId, path }: FileKey): Promise<number> {
	const row = await sql.get<{ last_version: number }>(
		"SELECT last_version FROM deleted_files WHERE agent_id = ? AND path = ?",
		agentId,
		path,
	);
	return row?.last_version ?? 0;
}

export interface NewFile extends FileKey {
	readonly version: number;
	readonly bytes: number;
	readonly digest: string;
	readonly at: number;
}

export async function insertFile(sql: Sql, file: NewFile): Promise<number> {
	const row = await sql.get<{ id: number }>(
		`INSERT INTO files (agent_id, path, current_version, bytes, digest, versions, retained_bytes, created_at, updated_at)
		 VALUES (?, ?, ?, ?, ?, 1, ?, ?, ?) RETURNING id`,
		file.agentId,
		file.path,
		file.version,
		file.bytes,
		file.digest,
		file.bytes,
		file.at,
		file.at,
	);
	if (row === undefined) throw new Error("inserting a file returned no id");
	return row.id;
}

export interface FileUpdate {
	readonly id: number;
	readonly version: number;
	readonly bytes: number;
	readonly digest: string;
	readonly versions: number;
	readonly retainedBytes: number;
	readonly at: number;
}

export async function updateFile(sql: Sql, file: FileUpdate): Promise<void> {
	await sql.run(
		`UPDATE files SET current_version = ?, bytes = ?, digest = ?, versions = ?, retained_bytes = ?, updated_at = ${sql.dialect.greatest("updated_at", "?")} WHERE id = ?`,
		file.version,
		file.bytes,
		file.digest,
		file.versions,
		file.retainedBytes,
		file.at,
		file.id,
	);
}

/** Removes a file with its versions, marks and summary, and remembers where its versions ended. */
export async function deleteFile(
	sql: Sql,
	file: FileKey & { id: number; lastVersion: number; at: number },
): Promise<void> {
	await sql.run("DELETE FROM files WHERE id = ?", file.id);
	await sql.run(
		`INSERT INTO deleted_files (agent_id, path, last_version, deleted_at) VALUES (?, ?, ?, ?)`,
		file.agentId,
		file.path,
		file.lastVersion,
		file.at,
	);
}
