import type { Sql } from "../sql.ts";

export interface ScriptVersionRow {
	readonly digest: string;
	readonly dir: string;
	readonly tool: string;
	readonly bytes: number;
	readonly seen_at: number;
	readonly approved_at: number | null;
	/** JSON */
	readonly manifest: string;
}

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

const COLUMNS = "digest, dir, tool, bytes, seen_at, approved_at, CAST(manifest AS TEXT) AS manifest";

export async function isVersionKnown(sql: Sql, digest: string): Promise<boolean> {
	return (await sql.get("SELECT 1 FROM script_versions WHERE digest = ?", digest)) !== undefined;
}

/** Keeps a version with the list of its files; their contents must be kept before. */
export async function insertScriptVersion(sql: Sql, version: NewScriptVersion): Promise<void> {
	const bytes = version.files.reduce((sum, file) => sum + file.bytes, 0);
	await sql.run(
		"INSERT INTO script_versions (digest, dir, tool, bytes, seen_at, manifest) VALUES (?, ?, ?, ?, ?, ?)",
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

export function findScriptVersion(sql: Sql, digest: string): Promise<ScriptVersionRow | undefined> {
	return sql.get<ScriptVersionRow>(`SELECT ${COLUMNS} FROM script_versions WHERE digest = ?`, digest);
}

/** The versions of a script, newest first. */
export function listScriptVersions(sql: Sql, dir: string, limit: number): Promise<ScriptVersionRow[]> {
	return sql.all<ScriptVersionRow>(
		`SELECT ${COLUMNS} FROM script_versions WHERE dir = ? ORDER BY seen_at DESC, digest LIMIT ?`,
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
		"INSERT INTO script_contents (sha256, content) VALUES (?, ?) ON CONFLICT (sha256) DO NOTHING",
		sha256,
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
