import { CairnError, type Caller, OWNER } from "@cairn/kernel";
import type { CallContext } from "@cairn/operations";
import { agents, claimChanges, claimReviews, claims, events, type Sql } from "@cairn/store";
import type { ClaimsContext } from "./claims-context.ts";
import { noSuchClaim } from "./no-such-claim.ts";
import { conflictsOf } from "./rules/conflicts-of.ts";
import { reachesStalenessAt } from "./rules/decay.ts";
import type { Volatility } from "./rules/vocabulary.ts";

/** From here on a claim counts as stale unless somebody asks for another staleness. */
export const STALE = 0.5;

/** One call that changes claims, inside its transaction. */
export interface ClaimCall {
	readonly sql: Sql;
	/** Milliseconds since the epoch: the same for all that the call writes. */
	readonly at: number;
	/** `@owner` for the owner; empty when the caller has no name. */
	readonly agent: string;
	readonly requestId: string;
	readonly caller: Caller;
}

/** Runs one call as one transaction: its changes and their events are stored together or not at all. */
export function claimCall<Result>(
	context: CallContext & ClaimsContext,
	work: (call: ClaimCall) => Promise<Result>,
): Promise<Result> {
	const { requestId, agent, caller, signal } = context;
	const at = context.clock.now();
	return context.store.transaction(async (sql) => {
		if (signal.aborted) throw new CairnError("cancelled", "The call was cancelled; nothing was changed.");
		return work({ sql, at, agent, requestId, caller });
	});
}

/** @throws CairnError `not_found`, naming the id. */
export async function getClaim(sql: Sql, id: string): Promise<claims.ClaimRow> {
	const claim = await claims.findClaim(sql, id);
	if (claim === undefined) throw noSuchClaim(id);
	return claim;
}

/** What a change leaves as it is. */
export type Settings = Omit<claims.ClaimValues, "decaysFrom" | "staleAt" | "volatility"> & {
	readonly volatility: Volatility;
};

/** A claim's values with the columns by which the store finds what is stale. */
export function withDecay(settings: Settings, since: number): claims.ClaimValues {
	const { volatility, confidence } = settings;
	const staleAt = reachesStalenessAt({ volatility, confidence, since }, STALE) ?? null;
	return { ...settings, decaysFrom: confidence <= 0 ? 0 : since, staleAt };
}

export interface ChangeOptions {
	readonly action: events.EventAction;
	/** What the claim was; undefined for a new one. */
	readonly before: claims.ClaimRow | undefined;
	readonly after: claims.ClaimRow;
}

/** Writes a change's event, and lets a contradiction that the claim came into be told, though it was reviewed before. */
export async function recordChange(call: ClaimCall, { action, before, after }: ChangeOptions): Promise<void> {
	const { sql, at, agent: agentId, requestId, caller } = call;
	await noteAgent(call);
	const known = before === undefined ? [] : conflictsOf(before);
	for (const subject of conflictsOf(after)) {
		if (!known.some(({ kind, subject: other }) => kind === subject.kind && other === subject.subject))
			await claimReviews.deleteReview(sql, subject);
	}
	await claimChanges.insertClaimChange(
		sql,
		{ at, requestId, agentId, caller, action, object: after.id },
		{
			claimSeq: after.seq,
			volatility: after.volatility,
			confidence: after.confidence,
			assertedRank: after.asserted_rank,
			state: after.state,
		},
	);
}

/** Who writes a claim is an agent that the owner sees listed, whatever else it keeps. */
async function noteAgent({ sql, at, agent, requestId, caller }: ClaimCall): Promise<void> {
	if (agent === "" || agent === OWNER || (await agents.markSeen(sql, { id: agent, at }))) return;
	await agents.letAppear(sql, { id: agent, at });
	await events.insertEvent(sql, {
		at,
		requestId,
		agentId: agent,
		caller,
		action: "agent.create",
		object: agent,
	});
}
