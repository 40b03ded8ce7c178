import type { Sql } from "../sql.ts";

/** The bytes of all files of scripts that are kept, each counted once. */
export async function keptBytes(sql: Sql): Promise<number> {
	const row = await sql.get<{ bytes: number }>(
		"SELECT coalesce(sum(bytes), 0) AS bytes FROM script_contents",
	);
	return Number(row?.bytes ?? 0);
}

/** A version that no script stands on: neither the newest of one nor the one that its owner approved last. */
const UNUSED = `v.pruned_at IS NULL AND NOT EXISTS (
	SELECT 1 FROM scripts s WHERE s.dir = v.dir AND v.digest IN (s.newest_digest, s.approved_digest))`;

/** The kept versions of a script beyond its newest ones, without those that were ever approved. */
export async function listBeyond(
	sql: Sql,
	{ dir, newest }: { dir: string; newest: number },
): Promise<readonly string[]> {
	const rows = await sql.all<{ digest: string }>(
		`SELECT v.digest FROM script_versions v WHERE v.dir = ? AND v.approved_at IS NULL AND ${UNUSED} AND v.digest NOT IN (
		 SELECT digest FROM script_versions WHERE dir = ? ORDER BY seen_at DESC, digest LIMIT ?)`,
		dir,
		dir,
		newest,
	);
	return rows.map(({ digest }) => digest);
}

/** Kept versions of any script in the order in which they may go: those never approved first, then the oldest. */
export async function listExpendable(sql: Sql, limit: number): Promise<readonly string[]> {
	const rows = await sql.all<{ digest: string }>(
		`SELECT v.digest FROM script_versions v WHERE ${UNUSED}
		 ORDER BY v.approved_at IS NOT NULL, v.seen_at, v.digest LIMIT ?`,
		limit,
	);
	return rows.map(({ digest }) => digest);
}

/** Lets go of what a version holds, and keeps that there was one. */
export async function pruneVersion(
	sql: Sql,
	{ digest, at }: { digest: string; at: number },
): Promise<{ readonly freedBytes: number }> {
	const before = await keptBytesOf(sql, digest);
	await sql.run(
		`DELETE FROM script_contents WHERE sha256 IN (
		 SELECT f.sha256 FROM script_version_files f WHERE f.digest = ? AND NOT EXISTS (
		 SELECT 1 FROM script_version_files o WHERE o.sha256 = f.sha256 AND o.digest <> f.digest))`,
		digest,
	);
	const after = await keptBytesOf(sql, digest);
	await sql.run("DELETE FROM script_version_files WHERE digest = ?", digest);
	await sql.run(
		"UPDATE script_versions SET pruned_at = ?, manifest = ? WHERE digest = ?",
		at,
		new Uint8Array(),
		digest,
	);
	return { freedBytes: before - after };
}

async function keptBytesOf(sql: Sql, digest: string): Promise<number> {
	const row = await sql.get<{ bytes: number }>(
		`SELECT coalesce(sum(bytes), 0) AS bytes FROM script_contents WHERE sha256 IN (
		 SELECT sha256 FROM script_version_files WHERE digest = ?)`,
		digest,
	);
	return Number(row?.bytes ?? 0);
}

/** Forgets the oldest versions of a script that were let go and never approved, beyond as many as are remembered. */
export async function forgetPruned(
	sql: Sql,
	{ dir, remembered }: { dir: string; remembered: number },
): Promise<void> {
	await sql.run(
		`DELETE FROM script_versions WHERE dir = ? AND pruned_at IS NOT NULL AND approved_at IS NULL AND digest NOT IN (
		 SELECT digest FROM script_versions WHERE dir = ? ORDER BY seen_at DESC, digest LIMIT ?)`,
		dir,
		dir,
		remembered,
	);
}
