import {
	type AnyOperation,
	createRemoteToolset,
	createToolset,
	type RemoteServer,
	type Toolset,
} from "@cairn/operations";
import type { ClaimsContext } from "./claims-context.ts";
import { CLAIMS_RESOURCES } from "./claims-resources.ts";
import { claimAdd } from "./operations/claim-add.ts";
import { claimConfirm } from "./operations/claim-confirm.ts";
import { claimHistory } from "./operations/claim-history.ts";
import { claimRetract } from "./operations/claim-retract.ts";
import { claimReview } from "./operations/claim-review.ts";
import { claimSearch } from "./operations/claim-search.ts";
import { claimsContradictions } from "./operations/claims-contradictions.ts";
import { claimsDecayed } from "./operations/claims-decayed.ts";
import { claimsList } from "./operations/claims-list.ts";
import { importClaim } from "./operations/import-claim.ts";

const NAME = "claims";

const OPERATIONS: ReadonlyArray<AnyOperation<ClaimsContext>> = [
	claimAdd,
	claimSearch,
	claimConfirm,
	claimRetract,
	claimHistory,
	claimsContradictions,
	claimsDecayed,
	claimsList,
	claimReview,
	importClaim,
];

export interface ClaimsToolsetOptions {
	/** Opens the store at the first call. */
	readonly provide: () => Promise<ClaimsContext>;
}

/** Claims over a store of this process. */
export function createClaimsToolset({ provide }: ClaimsToolsetOptions): Toolset {
	return createToolset({ name: NAME, operations: OPERATIONS, resources: CLAIMS_RESOURCES, provide });
}

/** The claims of a Cairn server. */
export function createRemoteClaims(server: RemoteServer): Toolset {
	return createRemoteToolset({
		name: NAME,
		server,
		remote: OPERATIONS,
		here: [],
		resources: CLAIMS_RESOURCES,
		provide: async () => ({}),
	});
}
