import type { Sql } from "../sql.ts";
import { CLAIM_COLUMNS, type ClaimRow } from "./claims.ts";

/** A claim of a group of active claims that can't all be true. */
export interface ConflictRow {
	readonly seq: number;
	readonly id: string;
	readonly entity: string;
	readonly asserted_rank: number | null;
}

export interface ConflictPage {
	/** The last claim of the page before. */
	readonly after?: ConflictPlace | undefined;
	readonly limit: number;
}

export interface ConflictPlace {
	readonly seq: number;
	readonly entity: string;
	readonly rank: number;
}

const RANKED = "state = 'active' AND kind = 'priority' AND asserted_rank IS NOT NULL";
const STATUS = "state = 'active' AND kind = 'status'";
const RANK_REVIEWED =
	"EXISTS (SELECT 1 FROM claim_reviews WHERE claim_reviews.kind = 'duplicate-rank' AND subject = CAST(asserted_rank AS TEXT))";
const ENTITY_REVIEWED =
	"EXISTS (SELECT 1 FROM claim_reviews WHERE claim_reviews.kind = 'status-conflict' AND subject = entity)";

/** Groups are found in an index alone; the ranks before a page's place are not looked at again. */
const duplicateRanks = ({ dialect }: Sql, from = "") => `SELECT asserted_rank, count(*) AS claims FROM claims
	${dialect.indexedBy("claims_state_kind_asserted_rank_entity_idx")} WHERE ${RANKED} ${from}
	GROUP BY asserted_rank HAVING min(entity) <> max(entity) AND NOT ${RANK_REVIEWED}`;

const statusConflicts = ({ dialect }: Sql, from = "") => `SELECT entity, count(*) AS claims FROM claims
	${dialect.indexedBy("claims_state_kind_entity_idx")} WHERE ${STATUS} ${from}
	GROUP BY entity HAVING count(*) > 1 AND NOT ${ENTITY_REVIEWED}`;

/** Priority claims whose rank another entity is given as well: by rank, entity, then as they were first asserted. */
export function listDuplicateRanks(sql: Sql, { after, limit }: ConflictPage): Promise<ConflictRow[]> {
	const values = after === undefined ? [] : [after.rank, after.rank, after.entity, after.seq];
	const ranks = duplicateRanks(sql, after === undefined ? "" : "AND asserted_rank >= ?");
	const place = after === undefined ? "" : "AND (c.asserted_rank, c.entity, c.seq) > (?, ?, ?)";
	return sql.all<ConflictRow>(
		`SELECT c.seq, c.id, c.entity, c.asserted_rank FROM (${ranks}) r
		 ${sql.dialect.joinInOrder} claims c ${sql.dialect.indexedBy("claims_state_kind_asserted_rank_entity_idx")}
		 ON c.asserted_rank = r.asserted_rank AND c.state = 'active' AND c.kind = 'priority' ${place}
		 ORDER BY r.asserted_rank, c.entity, c.seq LIMIT ?`,
		...values,
		limit,
	);
}

/** Status claims of entities that have more than one: by entity, then as they were first asserted. */
export function listStatusConflicts(sql: Sql, { after, limit }: ConflictPage): Promise<ConflictRow[]> {
	const values = after === undefined ? [] : [after.entity, after.entity, after.seq];
	const entities = statusConflicts(sql, after === undefined ? "" : "AND entity >= ?");
	const place = after === undefined ? "" : "AND (c.entity, c.seq) > (?, ?)";
	return sql.all<ConflictRow>(
		`SELECT c.seq, c.id, c.entity, c.asserted_rank FROM (${entities}) e
		 ${sql.dialect.joinInOrder} claims c ${sql.dialect.indexedBy("claims_state_kind_entity_idx")}
		 ON c.entity = e.entity AND c.state = 'active' AND c.kind = 'status' ${place}
		 ORDER BY e.entity, c.seq LIMIT ?`,
		...values,
		limit,
	);
}

/** How many claims are in conflict, of each kind. */
export async function countConflicts(sql: Sql): Promise<{ duplicateRanks: number; statusConflicts: number }> {
	const total = async (groups: string) =>
		(await sql.get<{ total: number | null }>(`SELECT sum(claims) AS total FROM (${groups}) AS conflicting`))
			?.total ?? 0;
	return {
		duplicateRanks: await total(duplicateRanks(sql)),
		statusConflicts: await total(statusConflicts(sql)),
	};
}

/** The entities that are given a rank, by name, up to a limit. */
export async function listRankEntities(sql: Sql, rank: number, limit: number): Promise<string[]> {
	const rows = await sql.all<{ entity: string }>(
		`SELECT DISTINCT entity FROM claims WHERE ${RANKED} AND asserted_rank = ? ORDER BY entity LIMIT ?`,
		rank,
		limit,
	);
	return rows.map(({ entity }) => entity);
}

export async function countRankEntities(sql: Sql, rank: number): Promise<number> {
	const row = await sql.get<{ total: number }>(
		`SELECT count(DISTINCT entity) AS total FROM claims WHERE ${RANKED} AND asserted_rank = ?`,
		rank,
	);
	return row?.total ?? 0;
}

/** The active claims that give a rank, by entity, then as they were first asserted, up to a limit. */
export function listClaimsOfRank(sql: Sql, rank: number, limit: number): Promise<ClaimRow[]> {
	return sql.all<ClaimRow>(
		`SELECT ${CLAIM_COLUMNS} FROM claims WHERE ${RANKED} AND asserted_rank = ? ORDER BY entity, seq LIMIT ?`,
		rank,
		limit,
	);
}

/** An entity's active status claims, as they were first asserted, up to a limit. */
export function listStatusClaims(sql: Sql, entity: string, limit: number): Promise<ClaimRow[]> {
	return sql.all<ClaimRow>(
		`SELECT ${CLAIM_COLUMNS} FROM claims WHERE ${STATUS} AND entity = ? ORDER BY seq LIMIT ?`,
		entity,
		limit,
	);
}

export async function countStatusClaims(sql: Sql, entity: string): Promise<number> {
	const row = await sql.get<{ total: number }>(
		`SELECT count(*) AS total FROM claims WHERE ${STATUS} AND entity = ?`,
		entity,
	);
	return row?.total ?? 0;
}

/** The active priority claims with a rank that are about one of these entities. */
export function listRankedClaims(sql: Sql, entities: readonly string[]): Promise<ConflictRow[]> {
	return sql.all<ConflictRow>(
		`SELECT seq, id, entity, asserted_rank FROM claims
		 WHERE ${sql.dialect.among("entity")} AND ${RANKED} ORDER BY seq`,
		entities,
	);
}
