import type { Sql } from "../sql.ts";

/** Active claims that can't all be true, and one of them to ask for the others by. */
export interface ConflictGroup {
	/** The rank, or the entity, that they share. */
	readonly subject: string | number;
	/** The id of the first one. */
	readonly claimId: string;
	readonly claims: number;
}

interface GroupsPage {
	/** The subject of the last group of the page before. */
	readonly after?: string | number | undefined;
	readonly limit: number;
}

/** Ranks that several entities are given, the best first. Found in an index alone. */
export function listRankGroups(sql: Sql, { after = 0, limit }: GroupsPage): Promise<ConflictGroup[]> {
	return sql.all<ConflictGroup>(
		`SELECT subject, claims, (SELECT id FROM claims WHERE state = 'active' AND kind = 'priority'
		 AND asserted_rank = subject ORDER BY entity, seq LIMIT 1) AS "claimId" FROM
		 (SELECT asserted_rank AS subject, count(*) AS claims FROM claims
		 ${sql.dialect.indexedBy("claims_state_kind_asserted_rank_entity_idx")}
		 WHERE state = 'active' AND kind = 'priority' AND asserted_rank > ?
		 GROUP BY asserted_rank HAVING min(entity) <> max(entity) AND NOT EXISTS (SELECT 1 FROM claim_reviews
		 WHERE claim_reviews.kind = 'duplicate-rank' AND claim_reviews.subject = CAST(asserted_rank AS TEXT)) ORDER BY asserted_rank LIMIT ?) AS conflicting ORDER BY subject`,
		after,
		limit,
	);
}

/** Entities that have several states at once, by name. Found in an index alone. */
export function listStatusGroups(sql: Sql, { after = "", limit }: GroupsPage): Promise<ConflictGroup[]> {
	return sql.all<ConflictGroup>(
		`SELECT subject, claims, (SELECT id FROM claims WHERE state = 'active' AND kind = 'status'
		 AND entity = subject ORDER BY seq LIMIT 1) AS "claimId" FROM
		 (SELECT entity AS subject, count(*) AS claims FROM claims ${sql.dialect.indexedBy("claims_state_kind_entity_idx")}
		 WHERE state = 'active' AND kind = 'status' AND entity > ?
		 GROUP BY entity HAVING count(*) > 1 AND NOT EXISTS (SELECT 1 FROM claim_reviews
		 WHERE claim_reviews.kind = 'status-conflict' AND claim_reviews.subject = entity) ORDER BY entity LIMIT ?) AS conflicting ORDER BY subject`,
		after,
		limit,
	);
}

export interface ReviewRow {
	readonly kind: string;
	/** The rank, the entity or the claim's id. */
	readonly subject: string;
	readonly reviewed_at: number;
	readonly reviewed_by: string;
}

/** Where a page of reviews ended. */
export type ReviewPlace = Pick<ReviewRow, "kind" | "subject" | "reviewed_at">;

/** Contradictions that were looked at and left as they are, the latest first. */
export function listReviews(
	sql: Sql,
	{ after, limit }: { after?: ReviewPlace | undefined; limit: number },
): Promise<ReviewRow[]> {
	const place = "WHERE reviewed_at < ? OR (reviewed_at = ? AND (kind, subject) > (?, ?))";
	const values = after === undefined ? [] : [after.reviewed_at, after.reviewed_at, after.kind, after.subject];
	return sql.all<ReviewRow>(
		`SELECT kind, subject, reviewed_at, reviewed_by FROM claim_reviews ${after === undefined ? "" : place}
		 ORDER BY reviewed_at DESC, kind, subject LIMIT ?`,
		...values,
		limit,
	);
}
