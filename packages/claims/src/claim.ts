import type { claims } from "@cairn/store";
import * as z from "zod";
import { KINDS, type Kind, STATES, type State, VOLATILITIES, type Volatility } from "./rules/vocabulary.ts";

/** A claim as every door gives it; times are ISO 8601 in UTC. */
export const claimSchema = z.object({
	id: z.string(),
	claim: z.string(),
	entity: z.string(),
	kind: z.enum(KINDS),
	volatility: z.enum(VOLATILITIES),
	confidence: z.number(),
	assertedRank: z.int().nullable(),
	source: z.string(),
	evidence: z.array(z.string()),
	lastConfirmed: z.string().nullable(),
	state: z.enum(STATES),
	createdAt: z.string(),
	updatedAt: z.string(),
});

export type Claim = z.output<typeof claimSchema>;

/** The words in the store are those that the arguments' schemas let in. */
export function wordsOf({ volatility, state }: Pick<claims.ClaimRow, "volatility" | "state">) {
	return { volatility: volatility as Volatility, state: state as State };
}

export function toClaim(row: claims.ClaimRow): Claim {
	return {
		id: row.id,
		claim: row.claim,
		entity: row.entity,
		kind: row.kind as Kind,
		volatility: wordsOf(row).volatility,
		confidence: row.confidence,
		assertedRank: row.asserted_rank,
		source: row.source,
		evidence: evidenceOf(row),
		lastConfirmed: row.last_confirmed_at === null ? null : isoTime(row.last_confirmed_at),
		state: wordsOf(row).state,
		createdAt: isoTime(row.created_at),
		updatedAt: isoTime(row.updated_at),
	};
}

export function evidenceOf({ evidence }: Pick<claims.ClaimRow, "evidence">): string[] {
	return z.array(z.string()).parse(JSON.parse(evidence));
}

export function isoTime(at: number): string {
	return new Date(at).toISOString();
}
