import type { Sql } from "../sql.ts";
import { CLAIM_COLUMNS, type ClaimRow } from "./claims.ts";

/** A stretch of time, milliseconds since the epoch; `until` is no longer part of it. */
export interface Span {
	readonly from: number;
	readonly until: number;
}

const WITHIN = "state = 'active' AND stale_at >= ? AND stale_at < ?";

/** How many active claims go stale within a stretch of time. */
export async function countGoingStale(sql: Sql, { from, until }: Span): Promise<number> {
	const row = await sql.get<{ total: number }>(
		`SELECT count(*) AS total FROM claims WHERE ${WITHIN}`,
		from,
		until,
	);
	return row?.total ?? 0;
}

/** The active claims that go stale first within a stretch of time. */
export function listGoingStale(sql: Sql, { from, until }: Span, limit: number): Promise<ClaimRow[]> {
	return sql.all<ClaimRow>(
		`SELECT ${CLAIM_COLUMNS} FROM claims ${sql.dialect.indexedBy("claims_state_stale_at_idx")}
		 WHERE ${WITHIN} ORDER BY stale_at, seq LIMIT ?`,
		from,
		until,
		limit,
	);
}
