import type { Sql } from "../sql.ts";
import { utf8Text } from "../utf8-text.ts";

export interface ScriptRow {
	readonly dir: string;
	readonly tool: string;
	readonly newest_digest: string;
	readonly approved_digest: string | null;
	readonly enabled: number;
	readonly removed_at: number | null;
	readonly updated_at: number;
	/** Of its newest version. */
	readonly description: string;
}

const columns = ({ dialect }: Sql) =>
	`dir, tool, newest_digest, approved_digest, enabled, removed_at, updated_at, ${dialect.utf8("description")}`;

const readScript = (row: ScriptRow): ScriptRow => ({ ...row, description: utf8Text(row.description) });

/** Every script that was ever seen, by directory; there are at most a thousand at a time. */
export async function listScriptRows(sql: Sql): Promise<ScriptRow[]> {
	const rows = await sql.all<ScriptRow>(`SELECT ${columns(sql)} FROM scripts ORDER BY dir`);
	return rows.map(readScript);
}

export async function findScript(sql: Sql, dir: string): Promise<ScriptRow | undefined> {
	const row = await sql.get<ScriptRow>(`SELECT ${columns(sql)} FROM scripts WHERE dir = ?`, dir);
	return row && readScript(row);
}

export interface SeenScript {
	readonly dir: string;
	readonly tool: string;
	readonly description: string;
	readonly digest: string;
	readonly at: number;
}

/** Notes the newest version of a script; what the owner decided stays. */
export async function upsertScript(sql: Sql, script: SeenScript): Promise<void> {
	const { dir, tool, description, digest, at } = script;
	await sql.run(
		`INSERT INTO scripts (dir, tool, newest_digest, enabled, updated_at, description) VALUES (?, ?, ?, TRUE, ?, ?)
		 ON CONFLICT (dir) DO UPDATE SET tool = excluded.tool, newest_digest = excluded.newest_digest, removed_at = NULL,
		 updated_at = excluded.updated_at, description = excluded.description`,
		dir,
		tool,
		digest,
		at,
		Buffer.from(description, "utf8"),
	);
}

/** Notes that a script is gone; false when that was noted before. */
export async function markScriptRemoved(sql: Sql, dir: string, at: number): Promise<boolean> {
	const changed = await sql.run(
		"UPDATE scripts SET removed_at = ?, updated_at = ? WHERE dir = ? AND removed_at IS NULL",
		at,
		at,
		dir,
	);
	return changed > 0;
}

/** Lets laptops run a version; false when no such version of that script is kept. */
export async function approveVersion(
	sql: Sql,
	{ dir, digest, at }: Pick<SeenScript, "dir" | "digest" | "at">,
): Promise<boolean> {
	const known = await sql.run(
		"UPDATE script_versions SET approved_at = ? WHERE digest = ? AND dir = ? AND pruned_at IS NULL",
		at,
		digest,
		dir,
	);
	if (known === 0) return false;
	await sql.run("UPDATE scripts SET approved_digest = ?, updated_at = ? WHERE dir = ?", digest, at, dir);
	return true;
}

/** Offers a script to laptops, or takes it away; false when there is no such script. */
export async function setScriptEnabled(
	sql: Sql,
	{ dir, enabled, at }: { dir: string; enabled: boolean; at: number },
): Promise<boolean> {
	const changed = await sql.run(
		"UPDATE scripts SET enabled = ?, updated_at = ? WHERE dir = ?",
		enabled ? 1 : 0,
		at,
		dir,
	);
	return changed > 0;
}
