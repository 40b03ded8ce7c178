import { CairnError } from "@cairn/kernel";
import { claimConflicts, claimEvidence, type claimReviews, type claims, type Sql } from "@cairn/store";
import { LIMITS } from "../limits.ts";
import { conflictsOf } from "../rules/conflicts-of.ts";

/** The kinds that are found in what is stored; what was observed is the caller's, and can't be settled here. */
export const REVIEWED_KINDS = ["duplicate-rank", "status-conflict", "evidence-changed"] as const;

export type ReviewedKind = (typeof REVIEWED_KINDS)[number];

/** A contradiction with all claims that have a part in it. */
export interface Conflict {
	readonly subject: claimReviews.ContradictionSubject;
	readonly claims: readonly claims.ClaimRow[];
}

/**
 * The contradiction of a kind in which a claim has a part.
 * @throws CairnError `not_found` when there is none (any more), `too_large` when too many claims have a part in it.
 */
export async function conflictOf(sql: Sql, claim: claims.ClaimRow, kind: ReviewedKind): Promise<Conflict> {
	const conflict =
		kind === "evidence-changed" ? await evidenceConflict(sql, claim) : await claimConflict(sql, claim, kind);
	if (conflict === undefined)
		throw new CairnError("not_found", `Claim ${claim.id} has no part in a ${kind} contradiction any more.`);
	if (conflict.claims.length <= LIMITS.claimsPerReview) return conflict;
	throw new CairnError(
		"too_large",
		`More than ${LIMITS.claimsPerReview} claims contradict each other here: retract some of them first.`,
	);
}

async function claimConflict(
	sql: Sql,
	claim: claims.ClaimRow,
	kind: "duplicate-rank" | "status-conflict",
): Promise<Conflict | undefined> {
	const subject = conflictsOf(claim).find((one) => one.kind === kind);
	if (subject === undefined) return undefined;
	const limit = LIMITS.claimsPerReview + 1;
	if (kind === "status-conflict") {
		const claims = await claimConflicts.listStatusClaims(sql, claim.entity, limit);
		return claims.length > 1 ? { subject, claims } : undefined;
	}
	const claims = await claimConflicts.listClaimsOfRank(sql, claim.asserted_rank ?? 0, limit);
	return new Set(claims.map(({ entity }) => entity)).size > 1 ? { subject, claims } : undefined;
}

async function evidenceConflict(sql: Sql, claim: claims.ClaimRow): Promise<Conflict | undefined> {
	const rows = await claimEvidence.listEvidence(sql, claim.seq);
	const isChanged = claim.state === "active" && rows.some(({ supported }) => supported === 0);
	return isChanged
		? { subject: { kind: "evidence-changed", subject: claim.id }, claims: [claim] }
		: undefined;
}
