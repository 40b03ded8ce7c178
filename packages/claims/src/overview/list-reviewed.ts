import { conflictGroups, type Sql } from "@cairn/store";
import { REVIEWED_KINDS, type ReviewedKind } from "../contradictions/conflicting-claims.ts";
import { type ClaimView, claimView } from "../reader/claim-view.ts";
import { sidesOf } from "./conflict-inbox.ts";

/** A contradiction that was looked at and left as it is. */
export interface ReviewedView {
	readonly kind: ReviewedKind;
	/** The rank, the entity, or the id of the claim whose evidence changed. */
	readonly subject: string;
	readonly reviewedAt: number;
	/** Empty for callers without a name. */
	readonly reviewedBy: string;
	/** Those that still have a part in it, up to a few. */
	readonly claims: readonly ClaimView[];
}

const SIDES = 3;

/** The contradictions that all sides of were kept, reviewed last first. */
export async function listReviewed(
	sql: Sql,
	{ at, limit }: { at: number; limit: number },
): Promise<ReviewedView[]> {
	const rows = await conflictGroups.listReviews(sql, limit);
	return Promise.all(
		rows.flatMap(({ kind: stored, subject, reviewed_at: reviewedAt, reviewed_by: reviewedBy }) => {
			const kind = REVIEWED_KINDS.find((one) => one === stored);
			return kind === undefined ? [] : [withSides({ kind, subject, reviewedAt, reviewedBy })];
		}),
	);

	async function withSides(review: Omit<ReviewedView, "claims">): Promise<ReviewedView> {
		const rows = await sidesOf(sql, review, SIDES);
		return { ...review, claims: rows.map((row) => claimView(row, at)) };
	}
}
