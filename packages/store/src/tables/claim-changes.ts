import type { Sql } from "../sql.ts";
import { type EventAction, insertEvent, type NewEvent } from "./events.ts";

/** What an event made of a claim. */
export interface ClaimChangeValues {
	readonly claimSeq: number;
	readonly volatility: string;
	readonly confidence: number;
	readonly assertedRank: number | null;
	readonly state: string;
}

/** Adds the event of a claim's change, with what the change made of it. Only within a transaction. */
export async function insertClaimChange(sql: Sql, event: NewEvent, values: ClaimChangeValues): Promise<void> {
	const eventId = await insertEvent(sql, event);
	await sql.run(
		"INSERT INTO claim_changes (event_id, claim_seq, volatility, confidence, asserted_rank, state) VALUES (?, ?, ?, ?, ?, ?)",
		eventId,
		values.claimSeq,
		values.volatility,
		values.confidence,
		values.assertedRank,
		values.state,
	);
}

export interface ClaimChangeRow {
	readonly event_id: number;
	readonly at: number;
	readonly agent_id: string;
	readonly action: EventAction;
	readonly volatility: string;
	readonly confidence: number;
	readonly asserted_rank: number | null;
	readonly state: string;
}

export interface ClaimChangesPage {
	readonly claimSeq: number;
	/** Changes before this event. */
	readonly before: number;
	readonly limit: number;
}

/** What was done to a claim, latest first. */
export function listClaimChanges(
	sql: Sql,
	{ claimSeq, before, limit }: ClaimChangesPage,
): Promise<ClaimChangeRow[]> {
	return sql.all<ClaimChangeRow>(
		`SELECT event_id, at, agent_id, action, volatility, confidence, asserted_rank, state
		 FROM claim_changes JOIN events ON events.id = event_id
		 WHERE claim_seq = ? AND event_id < ? ORDER BY event_id DESC LIMIT ?`,
		claimSeq,
		before,
		limit,
	);
}

/** How many changes of a claim come before an event. */
export async function countClaimChanges(
	sql: Sql,
	{ claimSeq, before }: Omit<ClaimChangesPage, "limit">,
): Promise<number> {
	const row = await sql.get<{ total: number }>(
		"SELECT count(*) AS total FROM claim_changes WHERE claim_seq = ? AND event_id < ?",
		claimSeq,
		before,
	);
	return row?.total ?? 0;
}
