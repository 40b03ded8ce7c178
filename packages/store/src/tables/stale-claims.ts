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
	/** Below it no claim's confidence falls. */
	readonly floor: number;
	readonly at: number;
	readonly minStaleness: number;
}

export interface StaleClaimsPage extends StaleClaims {
	/** The staleness and number of the last claim of the page before. */
	readonly after?: { readonly staleness: number; readonly seq: number } | undefined;
	readonly limit: number;
}

export interface StaleClaimRow extends ClaimRow {
	readonly staleness: number;
}

/** Active claims at or past a staleness, stalest first, then in the order in which they were first asserted. */
export function listStaleClaims(
	sql: Sql,
	{ after, limit, ...stale }: StaleClaimsPage,
): Promise<StaleClaimRow[]> {
	const { from, values } = candidates(stale);
	const place = after === undefined ? "" : "AND (staleness < ? OR (staleness = ? AND place > ?))";
	return sql.all<StaleClaimRow>(
		`SELECT ${CLAIM_COLUMNS}, staleness FROM
		 (SELECT place, staleness FROM (${from}) WHERE staleness >= ? ${place} ORDER BY staleness DESC, place LIMIT ?)
		 JOIN claims ON seq = place ORDER BY staleness DESC, place`,
		...values,
		stale.minStaleness,
		...(after === undefined ? [] : [after.staleness, after.staleness, after.seq]),
		limit,
	);
}

/** How many active claims are at or past a staleness. */
export async function countClaimsPast(sql: Sql, stale: StaleClaims): Promise<number> {
	const { from, values } = candidates(stale);
	const row = await sql.get<{ total: number }>(
		`SELECT count(*) AS total FROM (${from}) WHERE staleness >= ?`,
		...values,
		stale.minStaleness,
	);
	return row?.total ?? 0;
}

/** Number and staleness of all that can have reached it, read from the index alone. */
function candidates({ classes, floor, at }: Omit<StaleClaims, "minStaleness">) {
	const from = classes
		.map(
			() => `SELECT seq AS place, CASE WHEN confidence <= 0 THEN 1.0
			 ELSE 1.0 - min(1.0, max(? / confidence, pow(0.5, 1.0 * max(0, ? - decays_from) / ?))) END AS staleness
			 FROM claims WHERE state = 'active' AND volatility = ? AND decays_from <= ?`,
		)
		.join(" UNION ALL ");
	const values = classes.flatMap(({ volatility, halfLifeMs, decayingSince }) => [
		floor,
		at,
		halfLifeMs,
		volatility,
		decayingSince,
	]);
	return { from, values };
}
