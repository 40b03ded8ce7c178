import type { claimReviews, claims } from "@cairn/store";

/** The contradictions with other claims in which a claim can have a part: those of its rank, or of its entity's status. */
export function conflictsOf({
	state,
	kind,
	entity,
	asserted_rank: rank,
}: Pick<
	claims.ClaimRow,
	"state" | "kind" | "entity" | "asserted_rank"
>): claimReviews.ContradictionSubject[] {
	if (state !== "active") return [];
	if (kind === "status") return [{ kind: "status-conflict", subject: entity }];
	if (kind === "priority" && rank !== null) return [{ kind: "duplicate-rank", subject: String(rank) }];
	return [];
}
