import type { Sql } from "../sql.ts";
import { utf8Text } from "../utf8-text.ts";

export interface ScriptVersionRow {
	readonly digest: string;
	readonly dir: string;
	readonly tool: string;
	readonly bytes: number;
	readonly seen_at: number;
	readonly approved_at: number | null;
	/** When its files and manifest were let go; null while they are kept. */
	readonly pruned_at: number | null;
	/** JSON; empty when it was let go. */
	readonly manifest: string;
}

/** A version without what it holds. */
export type ScriptVersionHead = Omit<ScriptVersionRow, "manifest">;

export interface ScriptFileRow {
	readonly path: string;
	readonly sha256: string;
	readonly bytes: number;
	/** 1 or 0 */
	readonly executable: number;
}

export interface NewScriptVersion {
	readonly digest: string;
	readonly dir: string;
	readonly tool: string;
	readonly manifest: string;
	readonly at: number;
	readonly files: ReadonlyArray<Omit<ScriptFileRow, "executable"> & { readonly executable: boolean }>;
}

const HEAD = "digest, dir, tool, bytes, seen_at, approved_at, pruned_at";

/** Whether a version is known with all that it holds. */
export async function isVersionKept(sql: Sql, digest: string): Promise<boolean> {
	const query = "SELECT 1 FROM script_versions WHERE digest = ? AND pruned_at IS NULL";
	return (await sql.get(query, digest)) !== undefined;
}

/**
 * Keeps a version with the list of its files, or keeps it again after it was let go; their contents must be kept before.
 */
export async function insertScriptVersion(sql: Sql, version: NewScriptVersion): Promise<void> {
	const bytes = version.files.reduce((sum, file) => sum + file.bytes, 0);
	await sql.run(
		`INSERT INTO script_versions (digest, dir, tool, bytes, seen_at, manifest) VALUES (?, ?, ?, ?, ?, ?)
		 ON CONFLICT (digest) DO UPDATE SET seen_at = excluded.seen_at, pruned_at = NULL, manifest = excluded.manifest`,
		version.digest,
		version.dir,
		version.tool,
		bytes,
		version.at,
		Buffer.from(version.manifest, "utf8"),
	);
	for (const { path, sha256, bytes: size, executable } of version.files) {
		await sql.run(
			"INSERT INTO script_version_files (digest, path, sha256, bytes, executable) VALUES (?, ?, ?, ?, ?)",
			version.digest,
			path,
			sha256,
			size,
			executable ? 1 : 0,
		);
	}
}

export async function findScriptVersion(sql: Sql, digest: string): Promise<ScriptVersionRow | undefined> {
	const row = await sql.get<ScriptVersionRow>(
		`SELECT ${HEAD}, ${sql.dialect.utf8("manifest")} FROM script_versions WHERE digest = ?`,
		digest,
	);
	return row && { ...row, manifest: utf8Text(row.manifest) };
}

/** The versions of a script, newest first. */
export function listScriptVersions(sql: Sql, dir: string, limit: number): Promise<ScriptVersionHead[]> {
	return sql.all<ScriptVersionHead>(
		`SELECT ${HEAD} FROM script_versions WHERE dir = ? ORDER BY seen_at DESC, digest LIMIT ?`,
		dir,
		limit,
	);
}

/** The files of a version, by path. */
export function listScriptFiles(sql: Sql, digest: string): Promise<ScriptFileRow[]> {
	return sql.all<ScriptFileRow>(
		"SELECT path, sha256, bytes, executable FROM script_version_files WHERE digest = ? ORDER BY path",
		digest,
	);
}

/** Keeps the bytes of a file, once however many versions have it. */
export async function keepContent(sql: Sql, sha256: string, content: Uint8Array): Promise<void> {
	await sql.run(
		"INSERT INTO script_contents (sha256, bytes, content) VALUES (?, ?, ?) ON CONFLICT (sha256) DO NOTHING",
		sha256,
		content.byteLength,
		content,
	);
}

export async function findScriptContent(sql: Sql, sha256: string): Promise<Uint8Array | undefined> {
	const row = await sql.get<{ content: Uint8Array }>(
		"SELECT content FROM script_contents WHERE sha256 = ?",
		sha256,
	);
	return row?.content;
}
