import type { Sql } from "../sql.ts";

export interface RateLimitRow {
	/** How much was taken since the window began. */
	readonly points: number;
	/** When the window ends, milliseconds since the epoch. */
	readonly expires_at: number;
}

/** So far the clocks of machines that share a store may be apart, milliseconds. */
const SKEW_MS = 60_000;

export interface TakenPoints {
	readonly key: string;
	readonly points: number;
	readonly now: number;
	/** When a window that begins now ends. */
	readonly expiresAt: number;
	/** Begins a new window, whatever there was. */
	readonly anew: boolean;
}

/**
 * Adds points to a key's window, or begins a new one when the last is over; also when it ends much later than one that
 * begins now, which it does only after the clock was set back.
 */
export async function takePoints(
	sql: Sql,
	{ key, points, now, expiresAt, anew }: TakenPoints,
): Promise<RateLimitRow> {
	const after = anew ? Number.MAX_SAFE_INTEGER : now;
	const row = await sql.get<RateLimitRow>(
		`INSERT INTO rate_limits (key, points, expires_at) VALUES (?, ?, ?)
		 ON CONFLICT (key) DO UPDATE SET
		 points = CASE WHEN rate_limits.expires_at > ? AND rate_limits.expires_at <= excluded.expires_at + ${SKEW_MS}
		   THEN rate_limits.points + excluded.points ELSE excluded.points END,
		 expires_at = CASE WHEN rate_limits.expires_at > ? AND rate_limits.expires_at <= excluded.expires_at + ${SKEW_MS}
		   THEN rate_limits.expires_at ELSE excluded.expires_at END
		 RETURNING points, expires_at`,
		key,
		points,
		expiresAt,
		after,
		after,
	);
	return row ?? { points, expires_at: expiresAt };
}

/**
 * What was taken of a key in its window, if one is open: one that ends by the time when one that begins now does, on
 * whichever machine.
 */
export function findPoints(
	sql: Sql,
	{ key, now, expiresAt }: Pick<TakenPoints, "key" | "now" | "expiresAt">,
): Promise<RateLimitRow | undefined> {
	return sql.get<RateLimitRow>(
		"SELECT points, expires_at FROM rate_limits WHERE key = ? AND expires_at > ? AND expires_at <= ?",
		key,
		now,
		expiresAt + SKEW_MS,
	);
}

/** Ends a key's window; false when none was there. */
export async function deletePoints(sql: Sql, key: string): Promise<boolean> {
	return (await sql.run("DELETE FROM rate_limits WHERE key = ?", key)) > 0;
}

/** Ends the windows of all keys that begin so. */
export async function deletePointsOf(sql: Sql, prefix: string): Promise<void> {
	await sql.run("DELETE FROM rate_limits WHERE substr(key, 1, ?) = ?", prefix.length, prefix);
}

/** Sweeps windows that are over, some at a time. */
export async function deleteOverPoints(sql: Sql, now: number): Promise<void> {
	await sql.run(
		"DELETE FROM rate_limits WHERE key IN (SELECT key FROM rate_limits WHERE expires_at <= ? ORDER BY expires_at LIMIT 500)",
		now,
	);
}
