import type { Page } from "@cairn/operations";
import { claimEvidence, claims, claimUsage, type Store } from "@cairn/store";
import { getClaim } from "../change-claim.ts";
import { evidenceOf } from "../claim.ts";
import { conflictOf, type ReviewedKind } from "../contradictions/conflicting-claims.ts";
import {
	type ContradictionList,
	countContradictions,
	listContradictions,
} from "../contradictions/list-contradictions.ts";
import { countDecayed, type DecayedList, listDecayedRows } from "../decayed/list-decayed.ts";
import { checkChangedEvidence } from "../evidence/check-evidence.ts";
import { type ClaimChange, type HistoryPage, listHistory } from "../history/list-history.ts";
import type { Contradiction } from "../rules/contradiction.ts";
import { type ClaimList, listClaims } from "../search/list-claims.ts";
import { type ClaimSearch, searchClaims } from "../search/search-claims.ts";
import { type ClaimView, claimView } from "./claim-view.ts";

/** One evidence of a claim; of what points into the scratchpad, whether the file still holds it. */
export interface EvidenceView {
	readonly text: string;
	/** Undefined for evidence that doesn't point into the scratchpad. */
	readonly isSupported: boolean | undefined;
}

export interface ClaimCounts {
	readonly byKind: ReadonlyArray<{ readonly state: string; readonly kind: string; readonly total: number }>;
	/** Active claims that have lost half of their confidence. */
	readonly stale: number;
	readonly contradictions: number;
}

/** The owner's view of all claims, at any instant. Lists end with what they left out. */
export interface ClaimsReader {
	list(list: ClaimList, at: number): Promise<Page<ClaimView>>;
	search(search: ClaimSearch, at: number): Promise<Page<ClaimView>>;
	/** Undefined when there is no such claim. */
	get(id: string, at: number): Promise<ClaimView | undefined>;
	/** Active claims at or past a staleness at the list's instant, stalest first. */
	decayed(list: DecayedList): Promise<Page<ClaimView>>;
	contradictions(list: ContradictionList): Promise<Page<Contradiction>>;
	/**
	 * All claims that have a part in a contradiction of a claim.
	 * @throws CairnError `not_found` when there is no such claim or contradiction, `too_large` for more than 100 claims.
	 */
	conflict(id: string, kind: ReviewedKind, at: number): Promise<ClaimView[]>;
	/** @throws CairnError `not_found` when there is no such claim. */
	history(page: HistoryPage): Promise<Page<ClaimChange>>;
	/** @throws CairnError `not_found` when there is no such claim. */
	evidence(id: string): Promise<EvidenceView[]>;
	counts(at: number): Promise<ClaimCounts>;
	/** The claims that an agent asserted last, and the UTF-8 bytes of their texts, as its quotas count them. */
	usage(agentId: string): Promise<claimUsage.ClaimUsage>;
}

/** Opens the owner's view on the claims of a store. */
export function createClaimsReader(store: Store): ClaimsReader {
	const sql = store.read;
	return {
		usage: (agentId) => claimUsage.findClaimUsage(sql, agentId),
		list: async (list, at) => (await listClaims(sql, list)).map((row) => claimView(row, at)),
		search: async (search, at) => (await searchClaims(sql, search)).map((row) => claimView(row, at)),
		async get(id, at) {
			const row = await claims.findClaim(sql, id);
			return row && claimView(row, at);
		},
		async decayed(list) {
			const { page, at } = await listDecayedRows(sql, list);
			return page.map((row) => claimView(row, at));
		},
		contradictions: (list) => listContradictions(store, list),
		async conflict(id, kind, at) {
			await checkChangedEvidence(store);
			const conflict = await conflictOf(sql, await getClaim(sql, id), kind);
			return conflict.claims.map((row) => claimView(row, at));
		},
		history: (page) => listHistory(sql, page),
		evidence: (id) => listEvidence(store, id),
		counts: async (at) => ({
			byKind: await claims.countClaimsByKind(sql),
			stale: await countDecayed(sql, at),
			contradictions: await countContradictions(store),
		}),
	};
}

async function listEvidence(store: Store, id: string): Promise<EvidenceView[]> {
	await checkChangedEvidence(store);
	const claim = await getClaim(store.read, id);
	const bound = await claimEvidence.listEvidence(store.read, claim.seq);
	return evidenceOf(claim).map((text, index) => {
		const supported = bound.find(({ position }) => position === index)?.supported;
		return { text, isSupported: typeof supported === "number" ? supported === 1 : undefined };
	});
}
