import type { Sql } from "../sql.ts";
import { utf8Text } from "../utf8-text.ts";

export interface VersionRow {
	readonly version: number;
	readonly bytes: number;
	/** SHA-256, hexadecimal. */
	readonly digest: string;
	readonly created_at: number;
}

export interface WrittenVersionRow extends VersionRow {
	/** Who wrote it, as in its event, where that was somebody else than the file's agent; else null. */
	readonly actor: string | null;
}

export interface NewVersion {
	readonly fileId: number;
	readonly version: number;
	readonly content: Uint8Array;
	readonly digest: string;
	readonly at: number;
	/** Who wrote it, as in its event, where that was somebody else than the file's agent. */
	readonly writer?: string | undefined;
}

export async function insertVersion(
	sql: Sql,
	{ fileId, version, content, digest, at, writer }: NewVersion,
): Promise<void> {
	await sql.run(
		"INSERT INTO file_versions (file_id, version, bytes, digest, created_at, content) VALUES (?, ?, ?, ?, ?, ?)",
		fileId,
		version,
		content.byteLength,
		digest,
		at,
		content,
	);
	if (writer === undefined) return;
	await sql.run(
		"INSERT INTO version_writers (file_id, version, actor) VALUES (?, ?, ?)",
		fileId,
		version,
		writer,
	);
}

/** A retained version's text, or undefined when it was pruned or never was. */
export async function findContent(sql: Sql, fileId: number, version: number): Promise<string | undefined> {
	const row = await sql.get<{ content: string | Uint8Array }>(
		`SELECT ${sql.dialect.utf8("content")} FROM file_versions WHERE file_id = ? AND version = ?`,
		fileId,
		version,
	);
	return row && utf8Text(row.content);
}

/** Whether a version is retained. */
export async function isKept(sql: Sql, fileId: number, version: number): Promise<boolean> {
	const row = await sql.get("SELECT 1 FROM file_versions WHERE file_id = ? AND version = ?", fileId, version);
	return row !== undefined;
}

/** The bytes of each retained version, oldest first. */
export function versionSizes(sql: Sql, fileId: number): Promise<Pick<VersionRow, "version" | "bytes">[]> {
	return sql.all("SELECT version, bytes FROM file_versions WHERE file_id = ? ORDER BY version", fileId);
}

/** Removes the versions up to and with one. */
export async function pruneVersions(sql: Sql, fileId: number, upTo: number): Promise<void> {
	await sql.run("DELETE FROM file_versions WHERE file_id = ? AND version <= ?", fileId, upTo);
}

/** What is known of each retained version, newest first. */
export function listVersionRows(sql: Sql, fileId: number): Promise<VersionRow[]> {
	return sql.all<VersionRow>(
		"SELECT version, bytes, digest, created_at FROM file_versions WHERE file_id = ? ORDER BY version DESC",
		fileId,
	);
}

/** The same, with who wrote each. */
export function listWrittenVersions(sql: Sql, fileId: number): Promise<WrittenVersionRow[]> {
	return sql.all<WrittenVersionRow>(
		`SELECT version, bytes, digest, created_at, actor FROM file_versions
		 LEFT JOIN version_writers USING (file_id, version) WHERE file_id = ? ORDER BY version DESC`,
		fileId,
	);
}
