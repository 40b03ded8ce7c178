import type { Sql } from "../sql.ts";

/** A claim as it is kept. Entity, kind and claim never change. */
export interface ClaimRow {
	/** In the order in which claims were first asserted. */
	readonly seq: number;
	readonly id: string;
	readonly kind: string;
	readonly volatility: string;
	readonly confidence: number;
	readonly asserted_rank: number | null;
	readonly state: string;
	readonly created_at: number;
	readonly updated_at: number;
	readonly last_confirmed_at: number | null;
	/** When half of its confidence will be gone; null when that never happens. */
	readonly stale_at: number | null;
	/** Empty when the caller had no name. */
	readonly asserted_by: string;
	readonly confirmed_by: string | null;
	readonly source: string;
	readonly entity: string;
	readonly claim: string;
	/** JSON: a list of strings. */
	readonly evidence: string;
}

export const CLAIM_COLUMNS =
	"seq, id, kind, volatility, confidence, asserted_rank, state, created_at, updated_at, last_confirmed_at, stale_at, asserted_by, confirmed_by, source, entity, claim, evidence";

/** What makes a claim that claim. */
export interface ClaimIdentity {
	readonly entity: string;
	readonly kind: string;
	readonly claim: string;
}

export function findClaim(sql: Sql, id: string): Promise<ClaimRow | undefined> {
	return sql.get<ClaimRow>(`SELECT ${CLAIM_COLUMNS} FROM claims WHERE id = ?`, id);
}

export function findClaimByIdentity(
	sql: Sql,
	{ entity, kind, claim }: ClaimIdentity,
): Promise<ClaimRow | undefined> {
	return sql.get<ClaimRow>(
		`SELECT ${CLAIM_COLUMNS} FROM claims WHERE entity = ? AND kind = ? AND claim = ?`,
		entity,
		kind,
		claim,
	);
}

/** What changes in a claim over time. */
export interface ClaimValues {
	readonly volatility: string;
	readonly confidence: number;
	readonly assertedRank: number | null;
	readonly state: string;
	readonly updatedAt: number;
	readonly lastConfirmedAt: number | null;
	/** Since when its confidence decays; 0 for a claim without confidence. */
	readonly decaysFrom: number;
	readonly staleAt: number | null;
	readonly assertedBy: string;
	readonly confirmedBy: string | null;
	readonly source: string;
	readonly evidence: string;
}

export interface NewClaim extends ClaimIdentity, ClaimValues {
	readonly id: string;
	readonly createdAt: number;
	readonly entityFolded: string;
	readonly claimFolded: string;
}

/** Adds a claim and gives its number. Whoever adds one also makes it searchable. */
export async function insertClaim(sql: Sql, claim: NewClaim): Promise<number> {
	const row = await sql.get<{ seq: number }>(
		`INSERT INTO claims (id, entity, kind, claim, created_at, entity_folded, claim_folded, volatility, confidence,
		 asserted_rank, state, updated_at, last_confirmed_at, decays_from, stale_at, asserted_by, confirmed_by, source, evidence)
		 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING seq`,
		claim.id,
		claim.entity,
		claim.kind,
		claim.claim,
		claim.createdAt,
		claim.entityFolded,
		claim.claimFolded,
		...valuesOf(claim),
	);
	if (row === undefined) throw new Error("inserting a claim returned no number");
	return row.seq;
}

export async function updateClaim(sql: Sql, seq: number, values: ClaimValues): Promise<void> {
	await sql.run(
		`UPDATE claims SET volatility = ?, confidence = ?, asserted_rank = ?, state = ?, updated_at = ?, last_confirmed_at = ?,
		 decays_from = ?, stale_at = ?, asserted_by = ?, confirmed_by = ?, source = ?, evidence = ? WHERE seq = ?`,
		...valuesOf(values),
		seq,
	);
}

function valuesOf(values: ClaimValues) {
	return [
		values.volatility,
		values.confidence,
		values.assertedRank,
		values.state,
		values.updatedAt,
		values.lastConfirmedAt,
		values.decaysFrom,
		values.staleAt,
		values.assertedBy,
		values.confirmedBy,
		values.source,
		values.evidence,
	] as const;
}

export interface ClaimFilter {
	readonly entity?: string | undefined;
	readonly kind?: string | undefined;
	readonly state?: string | undefined;
	/** Claims after the one of this number, in the order of entity, kind and claim; 0 for the first page. */
	readonly after: number;
	readonly limit: number;
}

/** Claims in the order of entity, kind and claim, compared by their UTF-8 bytes. */
export function listClaimRows(
	sql: Sql,
	{ entity, kind, state, after, limit }: ClaimFilter,
): Promise<ClaimRow[]> {
	const { where, values } = conditions({ entity, kind, state });
	const place = after === 0 ? "" : AFTER_CLAIM;
	return sql.all<ClaimRow>(
		`SELECT ${CLAIM_COLUMNS} FROM claims ${sql.dialect.indexedBy("claims_entity_kind_claim_key")} WHERE ${where} ${place}
		 ORDER BY entity, kind, claim LIMIT ?`,
		...values,
		...(after === 0 ? [] : [after]),
		limit,
	);
}

/** The condition that a claim comes behind the one of a number. */
export const AFTER_CLAIM =
	"AND (entity, kind, claim) > (SELECT entity, kind, claim FROM claims WHERE seq = ?)";

/** How many claims there are. */
export async function countClaims(
	sql: Sql,
	filter: Pick<ClaimFilter, "entity" | "kind" | "state">,
): Promise<number> {
	const { where, values } = conditions(filter);
	const row = await sql.get<{ total: number }>(
		`SELECT count(*) AS total FROM claims WHERE ${where}`,
		...values,
	);
	return row?.total ?? 0;
}

/** How many claims there are of each kind in each state. */
export function countClaimsByKind(sql: Sql): Promise<{ state: string; kind: string; total: number }[]> {
	return sql.all("SELECT state, kind, count(*) AS total FROM claims GROUP BY state, kind");
}

/** How many active claims have lost half of their confidence by an instant. */
export async function countStaleClaims(sql: Sql, at: number): Promise<number> {
	const row = await sql.get<{ total: number }>(
		"SELECT count(*) AS total FROM claims WHERE state = 'active' AND stale_at <= ?",
		at,
	);
	return row?.total ?? 0;
}

function conditions({ entity, kind, state }: Pick<ClaimFilter, "entity" | "kind" | "state">) {
	const given = Object.entries({ entity, kind, state }).filter(
		(filter): filter is [string, string] => filter[1] !== undefined,
	);
	return {
		where: ["TRUE", ...given.map(([column]) => `${column} = ?`)].join(" AND "),
		values: given.map(([, value]) => value),
	};
}
