import type { Sql } from "../sql.ts";

/** A contradiction by its kind and what it is about: the rank, the entity or the claim's id. */
export interface ContradictionSubject {
	readonly kind: string;
	readonly subject: string;
}

/** Keeps that somebody looked at a contradiction and leaves it as it is. */
export async function insertReview(
	sql: Sql,
	{ kind, subject, at, by }: ContradictionSubject & { readonly at: number; readonly by: string },
): Promise<void> {
	await sql.run(
		`INSERT INTO claim_reviews (kind, subject, reviewed_at, reviewed_by) VALUES (?, ?, ?, ?)
		 ON CONFLICT (kind, subject) DO UPDATE SET reviewed_at = excluded.reviewed_at, reviewed_by = excluded.reviewed_by`,
		kind,
		subject,
		at,
		by,
	);
}

/** Lets a contradiction be told again, as something in it has changed. */
export async function deleteReview(sql: Sql, { kind, subject }: ContradictionSubject): Promise<void> {
	await sql.run("DELETE FROM claim_reviews WHERE kind = ? AND subject = ?", kind, subject);
}
