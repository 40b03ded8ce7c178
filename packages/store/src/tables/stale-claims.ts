import type { Sql } from "../sql.ts";
import { CLAIM_COLUMNS, type ClaimRow } from "./claims.ts";

/** The claims of one half-life that can have reached a staleness: those that decay since an instant or longer. */
export interface DecayingClass {
	readonly volatility: string;
	readonly halfLifeMs: number;
	readonly decayingSince: number;
}

export interface StaleClaims {
	readonly classes: readonly DecayingClass[];
	/** With less confidence a claim never gets that stale, unless it has none at all. */
	readonly minConfidence: number;
}

export interface StaleClaimsPage extends StaleClaims {
	readonly at: number;
	/** Below it no claim's confidence falls. */
	readonly floor: number;
	/** The staleness and number of the last claim of the page before. */
	readonly after?: { readonly staleness: number; readonly seq: number } | undefined;
	readonly limit: number;
}

export interface StaleClaimRow extends ClaimRow {
	readonly staleness: number;
}

/** What is left after so many is less than any floor; PostgreSQL refuses a power that comes out as zero. */
const MOST_HALF_LIVES = "1000.0";

/** So little confidence is as good as none; PostgreSQL refuses a quotient that is too large. */
const LEAST_CONFIDENCE = "1e-300";

const REACHED =
	"state = 'active' AND volatility = ? AND decays_from <= ? AND (confidence >= ? OR confidence <= 0)";

/**
 * Active claims that have reached a staleness, stalest first, then in the order in which they were first asserted. The
 * stalest of each half-life are found in the index alone, then merged.
 */
export function listStaleClaims(sql: Sql, page: StaleClaimsPage): Promise<StaleClaimRow[]> {
	const { classes, minConfidence, at, floor, after, limit } = page;
	const { greatest, least } = sql.dialect;
	const place = after === undefined ? "TRUE" : "(staleness < ? OR (staleness = ? AND place > ?))";
	const behind = after === undefined ? [] : [after.staleness, after.staleness, after.seq];
	const halfLives = least(
		`CAST(${greatest("0", "? - decays_from")} AS DOUBLE PRECISION) / ?`,
		MOST_HALF_LIVES,
	);
	const left = greatest(`? / ${greatest("confidence", LEAST_CONFIDENCE)}`, `pow(0.5, ${halfLives})`);
	const ofClass = `SELECT * FROM (SELECT place, staleness FROM
		(SELECT seq AS place, CASE WHEN confidence <= 0 THEN 1.0 ELSE 1.0 - ${least("1.0", left)} END AS staleness
		 FROM claims WHERE ${REACHED}) AS reached WHERE ${place} ORDER BY staleness DESC, place LIMIT ?) AS stalest`;
	const values = classes.flatMap(({ volatility, halfLifeMs, decayingSince }) => [
		floor,
		at,
		halfLifeMs,
		volatility,
		decayingSince,
		minConfidence,
		...behind,
		limit,
	]);
	return sql.all<StaleClaimRow>(
		`SELECT ${CLAIM_COLUMNS}, staleness FROM (${classes.map(() => ofClass).join(" UNION ALL ")}) AS stale
		 ${sql.dialect.joinInOrder} claims ON seq = place ORDER BY staleness DESC, place LIMIT ?`,
		...values,
		limit,
	);
}

/** How many active claims have reached a staleness. */
export async function countClaimsPast(sql: Sql, { classes, minConfidence }: StaleClaims): Promise<number> {
	const counts = classes.map(() => `SELECT count(*) AS claims FROM claims WHERE ${REACHED}`);
	const row = await sql.get<{ total: number }>(
		`SELECT sum(claims) AS total FROM (${counts.join(" UNION ALL ")}) AS counted`,
		...classes.flatMap(({ volatility, decayingSince }) => [volatility, decayingSince, minConfidence]),
	);
	return row?.total ?? 0;
}
