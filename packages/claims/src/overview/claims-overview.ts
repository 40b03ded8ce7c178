import type { Page } from "@cairn/operations";
import { claims, type Store, staleDates } from "@cairn/store";
import { type ClaimView, claimView } from "../reader/claim-view.ts";
import { type ConflictView, type InboxPage, listInbox } from "./conflict-inbox.ts";
import { type FindClaims, findClaims } from "./find-claims.ts";
import { listReviewed, type ReviewedPage, type ReviewedView } from "./list-reviewed.ts";

export interface GoingStale {
	/** Milliseconds since the epoch; `until` is no longer part of it. */
	readonly from: number;
	readonly until: number;
	/** How many claims to give, the first to go stale first. */
	readonly limit: number;
}

/** How many claims there are. */
export interface ClaimTotals {
	readonly byKind: ReadonlyArray<{ readonly state: string; readonly kind: string; readonly total: number }>;
	/** Active ones that have lost half of their confidence. */
	readonly stale: number;
}

/** What an owner looks at beyond what agents ask for: filtered and ordered lists, an inbox, a calendar. */
export interface ClaimsOverview {
	/** Counted as of an instant. */
	totals(at: number): Promise<ClaimTotals>;
	/** @throws CairnError `invalid_input` for a cursor of another list. */
	find(list: FindClaims): Promise<Page<ClaimView>>;
	/** The contradictions that wait for a decision, the most severe first, each with its sides. */
	inbox(page: InboxPage): Promise<Page<ConflictView>>;
	/** Those that were reviewed and kept, the latest first. @throws CairnError `invalid_input` for another list's cursor. */
	reviewed(page: ReviewedPage): Promise<Page<ReviewedView>>;
	/** The active claims that go stale within a stretch of time: how many, and the first of them. */
	goingStale(span: GoingStale): Promise<{ total: number; first: ClaimView[] }>;
}

/** Opens the owner's lists of the claims of a store. */
export function createClaimsOverview(store: Store): ClaimsOverview {
	const sql = store.read;
	return {
		totals: async (at) => ({
			byKind: await claims.countClaimsByKind(sql),
			stale: await claims.countStaleClaims(sql, at),
		}),
		find: (list) => findClaims(sql, list),
		inbox: (page) => listInbox(store, page),
		reviewed: (page) => listReviewed(sql, page),
		async goingStale({ limit, ...span }) {
			const total = await staleDates.countGoingStale(sql, span);
			const rows = total === 0 || limit === 0 ? [] : await staleDates.listGoingStale(sql, span, limit);
			return { total, first: rows.map((row) => claimView(row, span.from)) };
		},
	};
}
