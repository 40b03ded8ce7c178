import { Page } from "@cairn/operations";
import { conflictGroups, type Sql } from "@cairn/store";
import * as z from "zod";
import { REVIEWED_KINDS, type ReviewedKind } from "../contradictions/conflicting-claims.ts";
import { decodeCursor, encodeCursor } from "../cursor.ts";
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
const SCOPE = ["reviewed"] as const;
const place = z.object({ kind: z.string(), subject: z.string(), reviewed_at: z.int() });

export interface ReviewedPage {
	/** Now, or any other instant: how confident the claims are then. */
	readonly at: number;
	readonly limit: number;
	readonly cursor?: string | undefined;
}

/** The contradictions that all sides of were kept, reviewed last first. */
export async function listReviewed(
	sql: Sql,
	{ at, limit, cursor }: ReviewedPage,
): Promise<Page<ReviewedView>> {
	const after = decodeCursor(SCOPE, cursor, place);
	const rows = await conflictGroups.listReviews(sql, { after, limit: limit + 1 });
	const page = rows.slice(0, limit);
	const views = await Promise.all(
		page.flatMap(({ kind: stored, subject, reviewed_at: reviewedAt, reviewed_by: reviewedBy }) => {
			const kind = REVIEWED_KINDS.find((one) => one === stored);
			return kind === undefined ? [] : [withSides({ kind, subject, reviewedAt, reviewedBy })];
		}),
	);
	const last = page.at(-1);
	if (page.length === rows.length || last === undefined) return new Page(views);
	const { kind, subject, reviewed_at } = last;
	return new Page(views, { nextCursor: encodeCursor(SCOPE, { kind, subject, reviewed_at }) });

	async function withSides(review: Omit<ReviewedView, "claims">): Promise<ReviewedView> {
		const rows = await sidesOf(sql, review, SIDES);
		return { ...review, claims: rows.map((row) => claimView(row, at)) };
	}
}
