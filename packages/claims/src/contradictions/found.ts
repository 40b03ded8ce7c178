import { CONTRADICTION_KINDS, type ContradictionKind, type RankDrop } from "../rules/contradiction.ts";

interface FoundClaim {
	readonly seq: number;
	readonly claimId: string;
	readonly entity: string;
	readonly severity: number;
}

/** A contradicted claim, before anybody has put it into words. */
export type Found =
	| (FoundClaim & { readonly kind: "duplicate-rank"; readonly rank: number })
	| (FoundClaim & { readonly kind: "status-conflict" | "evidence-changed" })
	| (FoundClaim & { readonly kind: "rank-drop"; readonly drop: RankDrop });

/** By severity, then by kind; 0 where a kind's own order decides. */
export function compareFound(a: Ranked, b: Ranked): number {
	return b.severity - a.severity || CONTRADICTION_KINDS.indexOf(a.kind) - CONTRADICTION_KINDS.indexOf(b.kind);
}

interface Ranked {
	readonly severity: number;
	readonly kind: ContradictionKind;
}
