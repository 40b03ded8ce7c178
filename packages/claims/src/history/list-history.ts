import { Page } from "@cairn/operations";
import { claimChanges, type events, type Sql } from "@cairn/store";
import * as z from "zod";
import { getClaim } from "../change-claim.ts";
import { isoTime, wordsOf } from "../claim.ts";
import { decodeCursor, encodeCursor } from "../cursor.ts";
import type { State, Volatility } from "../rules/vocabulary.ts";

export const CHANGES = ["asserted", "confirmed", "retracted", "reviewed"] as const;

/** One change of a claim, and what the claim was after it. */
export interface ClaimChange {
	readonly change: (typeof CHANGES)[number];
	readonly at: string;
	/** The agent, or `@owner`; empty when the caller had no name. */
	readonly by: string;
	readonly confidence: number;
	readonly volatility: Volatility;
	readonly assertedRank: number | null;
	readonly state: State;
}

export interface HistoryPage {
	readonly id: string;
	readonly limit: number;
	readonly cursor?: string | undefined;
}

const place = z.int().min(1);

/**
 * What was done to a claim, latest first.
 * @throws CairnError `not_found`, naming the id.
 */
export async function listHistory(sql: Sql, { id, limit, cursor }: HistoryPage): Promise<Page<ClaimChange>> {
	const scope = ["history", id] as const;
	const before = decodeCursor(scope, cursor, place) ?? Number.MAX_SAFE_INTEGER;
	const { seq } = await getClaim(sql, id);
	const rows = await claimChanges.listClaimChanges(sql, { claimSeq: seq, before, limit: limit + 1 });
	const page = rows.slice(0, limit);
	const changes = page.map(toChange);
	const last = page.at(-1);
	if (page.length === rows.length || last === undefined) return new Page(changes);
	const remaining = await claimChanges.countClaimChanges(sql, { claimSeq: seq, before: last.event_id });
	return new Page(changes, { remaining, nextCursor: encodeCursor(scope, last.event_id) });
}

function toChange(row: claimChanges.ClaimChangeRow): ClaimChange {
	const { volatility, state } = wordsOf(row);
	return {
		change: changeOf(row.action),
		at: isoTime(row.at),
		by: row.agent_id,
		confidence: row.confidence,
		volatility,
		assertedRank: row.asserted_rank,
		state,
	};
}

function changeOf(action: events.EventAction): ClaimChange["change"] {
	if (action === "claim.add") return "asserted";
	if (action === "claim.confirm") return "confirmed";
	return action === "claim.retract" ? "retracted" : "reviewed";
}
