export type { Claim } from "./claim.ts";
export { createClaimsToolset, createRemoteClaims } from "./claims-toolset.ts";
export { REVIEWED_KINDS, type ReviewedKind } from "./contradictions/conflicting-claims.ts";
export type { DecayedClaim } from "./decayed/list-decayed.ts";
export { parseEvidenceReference } from "./evidence/evidence-reference.ts";
export type { ClaimChange } from "./history/list-history.ts";
export { LIMITS } from "./limits.ts";
export { type ClaimsOverview, type ClaimTotals, createClaimsOverview } from "./overview/claims-overview.ts";
export type { ConflictView } from "./overview/conflict-inbox.ts";
export type { FindClaims } from "./overview/find-claims.ts";
export type { ReviewedView } from "./overview/list-reviewed.ts";
export type { ClaimView } from "./reader/claim-view.ts";
export {
	type ClaimCounts,
	type ClaimsReader,
	createClaimsReader,
	type EvidenceView,
} from "./reader/claims-reader.ts";
export {
	CONTRADICTION_KINDS,
	type Contradiction,
	type ContradictionKind,
	SEVERITY,
} from "./rules/contradiction.ts";
export {
	CONFIDENCE_FLOOR,
	confidenceAt,
	DAY_MS,
	type Decaying,
	HALF_LIFE_DAYS,
	reachesStalenessAt,
	stalenessAt,
} from "./rules/decay.ts";
export { KINDS, type Kind, STATES, type State, VOLATILITIES, type Volatility } from "./rules/vocabulary.ts";
