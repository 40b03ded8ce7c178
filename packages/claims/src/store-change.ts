import { claims, type events } from "@cairn/store";
import { type ClaimCall, recordChange, type Settings, withDecay } from "./change-claim.ts";
import { wordsOf } from "./claim.ts";
import type { State } from "./rules/vocabulary.ts";

export interface StateChange {
	readonly action: events.EventAction;
	readonly state: State;
}

/** Puts a claim into a state, and leaves everything else of it as it is. */
export async function setState(
	call: ClaimCall,
	before: claims.ClaimRow,
	{ action, state }: StateChange,
): Promise<claims.ClaimRow> {
	const settings = { ...settingsOf(before), state, updatedAt: call.at };
	const since = before.last_confirmed_at ?? before.created_at;
	return storeChange(call, before, { action, values: withDecay(settings, since) });
}

/** Stores new values of a claim with the event of their change, and gives the claim as it is then. */
export async function storeChange(
	call: ClaimCall,
	before: claims.ClaimRow,
	{ action, values }: { readonly action: events.EventAction; readonly values: claims.ClaimValues },
): Promise<claims.ClaimRow> {
	await claims.updateClaim(call.sql, before.seq, values);
	const after = rowWith(before, values);
	await recordChange(call, { action, before, after });
	return after;
}

/** The values of a claim as they are. */
export function settingsOf(row: claims.ClaimRow): Settings {
	return {
		volatility: wordsOf(row).volatility,
		confidence: row.confidence,
		assertedRank: row.asserted_rank,
		state: row.state,
		updatedAt: row.updated_at,
		lastConfirmedAt: row.last_confirmed_at,
		assertedBy: row.asserted_by,
		confirmedBy: row.confirmed_by,
		source: row.source,
		evidence: row.evidence,
	};
}

function rowWith(row: claims.ClaimRow, values: claims.ClaimValues): claims.ClaimRow {
	return {
		...row,
		volatility: values.volatility,
		confidence: values.confidence,
		asserted_rank: values.assertedRank,
		state: values.state,
		updated_at: values.updatedAt,
		last_confirmed_at: values.lastConfirmedAt,
		stale_at: values.staleAt,
		asserted_by: values.assertedBy,
		confirmed_by: values.confirmedBy,
		source: values.source,
		evidence: values.evidence,
	};
}
