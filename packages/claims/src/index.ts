export type { Claim } from "./claim.ts";
export { createClaimsToolset, createRemoteClaims } from "./claims-toolset.ts";
export type { DecayedClaim } from "./decayed/list-decayed.ts";
export type { ClaimChange } from "./history/list-history.ts";
export { LIMITS } from "./limits.ts";
export type { ClaimView } from "./reader/claim-view.ts";
export {
	type ClaimCounts,
	type ClaimsReader,
	createClaimsReader,
	type EvidenceView,
} from "./reader/claims-reader.ts";
export { CONTRADICTION_KINDS, type Contradiction, type ContradictionKind } from "./rules/contradiction.ts";
export {
	confidenceAt,
	type Decaying,
	HALF_LIFE_DAYS,
	reachesStalenessAt,
	stalenessAt,
} from "./rules/decay.ts";
export { KINDS, type Kind, STATES, type State, VOLATILITIES, type Volatility } from "./rules/vocabulary.ts";
