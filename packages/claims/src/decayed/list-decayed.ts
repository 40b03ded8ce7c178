import { Page } from "@cairn/operations";
import { type claims, type Sql, staleClaims } from "@cairn/store";
import * as z from "zod";
import { STALE } from "../change-claim.ts";
import { type Claim, toClaim } from "../claim.ts";
import { decodeCursor, encodeCursor } from "../cursor.ts";
import { cutPage } from "../page-cut.ts";
import { claimView } from "../reader/claim-view.ts";
import { CONFIDENCE_FLOOR, halfLifeMs } from "../rules/decay.ts";
import { VOLATILITIES } from "../rules/vocabulary.ts";

/** An active claim, and what time has made of it. */
export interface DecayedClaim {
	readonly claim: Claim;
	/** What is left of its confidence. */
	readonly decayed: number;
	readonly staleness: number;
}

export interface DecayedList {
	/** Now, or any other instant; a cursor goes on at the instant of its first page. */
	readonly at: number;
	readonly minStaleness?: number | undefined;
	readonly limit: number;
	readonly cursor?: string | undefined;
}

const place = z.object({ at: z.int(), staleness: z.number().min(0).max(1), seq: z.int(), given: z.int() });

/** Active claims at or past a staleness, stalest first, then as they were first asserted. */
export async function listDecayed(sql: Sql, list: DecayedList): Promise<Page<DecayedClaim>> {
	const { page, at } = await listDecayedRows(sql, list);
	return page.map((row) => {
		const { decayed, staleness } = claimView(row, at);
		return { claim: toClaim(row), decayed, staleness };
	});
}

/** The same claims as they are kept, and the instant at which they are that stale. */
export async function listDecayedRows(
	sql: Sql,
	{ at: now, minStaleness = STALE, limit, cursor }: DecayedList,
): Promise<{ page: Page<claims.ClaimRow>; at: number }> {
	const scope = ["decayed", minStaleness] as const;
	const after = decodeCursor(scope, cursor, place);
	const at = after?.at ?? now;
	const stale = staleAt(at, minStaleness);
	const rows = await staleClaims.listStaleClaims(sql, {
		...stale,
		at,
		floor: CONFIDENCE_FLOOR,
		after,
		limit: limit + 1,
	});
	const page = cutPage(rows, limit);
	const last = page.at(-1);
	if (page.length === rows.length || last === undefined) return { page: new Page(page), at };
	const given = (after?.given ?? 0) + page.length;
	const remaining = Math.max(1, (await staleClaims.countClaimsPast(sql, stale)) - given);
	const { staleness, seq } = last;
	const nextCursor = encodeCursor(scope, { at, staleness, seq, given });
	return { page: new Page(page, { remaining, nextCursor }), at };
}

/** How many active claims are at or past a staleness. */
export function countDecayed(sql: Sql, at: number, minStaleness = STALE): Promise<number> {
	return staleClaims.countClaimsPast(sql, staleAt(at, minStaleness));
}

/** What a claim must be to have reached a staleness at an instant: the rule of `reachesStalenessAt`, the other way round. */
function staleAt(at: number, staleness: number): staleClaims.StaleClaims {
	const classes = VOLATILITIES.map((volatility) => {
		const age = Math.ceil(Math.log2(1 / (1 - staleness)) * halfLifeMs(volatility));
		// Without confidence a claim is stale from the start, and is kept as decaying since 0.
		const decayingSince = staleness <= 0 ? Number.MAX_SAFE_INTEGER : Math.max(0, at - age);
		return { volatility, halfLifeMs: halfLifeMs(volatility), decayingSince };
	});
	return { classes, minConfidence: staleness <= 0 ? 0 : CONFIDENCE_FLOOR / (1 - staleness) };
}
