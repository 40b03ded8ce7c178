import type { claims } from "@cairn/store";
import { type Claim, toClaim, wordsOf } from "../claim.ts";
import { confidenceAt, type Decaying, stalenessAt } from "../rules/decay.ts";

/** A claim as it is at an instant. Instants are milliseconds since the epoch. */
export interface ClaimView extends Claim {
	/** What is left of its confidence then. */
	readonly decayed: number;
	readonly staleness: number;
	/** When half of its confidence is gone; undefined when that never happens. */
	readonly staleAt: number | undefined;
	/** Since when it decays. */
	readonly since: number;
	/** The agents that asserted and confirmed it last; empty for callers without a name. */
	readonly assertedBy: string;
	readonly confirmedBy: string | undefined;
}

/** A claim as it is at an instant. */
export function claimView(row: claims.ClaimRow, at: number): ClaimView {
	const decaying = decayingOf(row);
	return {
		...toClaim(row),
		decayed: confidenceAt(decaying, at),
		staleness: stalenessAt(decaying, at),
		staleAt: row.stale_at ?? undefined,
		since: decaying.since,
		assertedBy: row.asserted_by,
		confirmedBy: row.confirmed_by ?? undefined,
	};
}

/** What a claim's decay depends on. */
function decayingOf(row: claims.ClaimRow): Decaying {
	const since = row.last_confirmed_at ?? row.created_at;
	return { volatility: wordsOf(row).volatility, confidence: row.confidence, since };
}
