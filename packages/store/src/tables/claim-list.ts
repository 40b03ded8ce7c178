import type { Sql, SqlValue } from "../sql.ts";
import { findCandidates } from "./claim-search.ts";
import { AFTER_CLAIM, CLAIM_COLUMNS, type ClaimRow } from "./claims.ts";

/** Up to so many claims that fit are sorted; where there are more, the list is walked in its order. */
const CANDIDATES = 2_000;
/** The place of claims that never go stale: behind every instant that JavaScript knows. */
const NEVER = 8_640_000_000_000_000;

export interface ListedClaimsFilter {
	readonly state?: string | undefined;
	readonly kind?: string | undefined;
	readonly volatility?: string | undefined;
	readonly entity?: string | undefined;
	/** Claims that have lost half of their confidence by an instant. */
	readonly staleBy?: number | undefined;
	/** Claims that lose half of their confidence from an instant on. */
	readonly staleFrom?: number | undefined;
	/** Case-folded as the claims are; found in entity or text. */
	readonly folded?: string | undefined;
}

/** By entity, kind and claim; by what changed last; or active ones by when half of the confidence is gone. */
export type ClaimOrder = "entity" | "changed" | "stale";

export interface ListedClaimsPage extends ListedClaimsFilter {
	readonly order: ClaimOrder;
	/** The last claim of the page before, and its place in the order. */
	readonly after?: ClaimPlace | undefined;
	readonly limit: number;
}

export interface ClaimPlace {
	readonly seq: number;
	readonly place: number;
}

/** A claim and its place in the order; 0 in that of entities, in which its number stands for its place. */
export type ListedClaimRow = ClaimRow & ClaimPlace;

/** Claims that fit a filter, in an order. Few are sorted, many are walked: a page reads a bounded part either way. */
export async function listClaimsBy(sql: Sql, page: ListedClaimsPage): Promise<ListedClaimRow[]> {
	const { order, state = "active" } = page;
	if (order === "stale" && state !== "active") return [];
	const asked = order === "stale" ? { ...page, state } : page;
	const candidates = (await foundCandidates(sql, asked)) ?? (await fittingCandidates(sql, asked));
	if (candidates !== undefined) return sortCandidates(sql, asked, candidates);
	if (order === "entity") return walkEntities(sql, asked);
	return order === "changed" ? walkChanges(sql, asked) : walkStaleDates(sql, asked);
}

async function foundCandidates(sql: Sql, { folded }: ListedClaimsPage): Promise<number[] | undefined> {
	if (folded === undefined || folded === "") return undefined;
	return findCandidates(sql, folded);
}

/** What fits, found in an index: each begins with the state, so all states are named where none is asked for. */
async function fittingCandidates(sql: Sql, page: ListedClaimsPage): Promise<number[] | undefined> {
	const { where, values } = columnConditions(page);
	if (values.length === 0) return undefined;
	const states =
		page.state === undefined ? "state IN ('active', 'stale', 'contradicted', 'retired') AND" : "";
	const rows = await sql.all<{ seq: number }>(
		`SELECT seq FROM claims WHERE ${states} ${where} LIMIT ?`,
		...values,
		CANDIDATES + 1,
	);
	return rows.length <= CANDIDATES ? rows.map(({ seq }) => seq) : undefined;
}

const SORTED = {
	entity: { place: "0", by: ["entity", "kind", "claim"] },
	changed: {
		place: "(SELECT max(event_id) FROM claim_changes WHERE claim_seq = seq)",
		by: ["place DESC"],
	},
	stale: { place: `coalesce(stale_at, ${NEVER})`, by: ["place", "seq"] },
} as const;

function sortCandidates(
	sql: Sql,
	page: ListedClaimsPage,
	candidates: readonly number[],
): Promise<ListedClaimRow[]> {
	const { place, by } = SORTED[page.order];
	const order = by.map(sql.dialect.sorted).join(", ");
	const { where, values } = conditions(sql, page);
	const behind = behindPlace(page);
	return sql.all<ListedClaimRow>(
		`SELECT ${CLAIM_COLUMNS}, place FROM (SELECT *, ${place} AS place FROM claims
		 WHERE ${sql.dialect.among("seq")}) AS found WHERE ${where} ${behind.where} ORDER BY ${order} LIMIT ?`,
		candidates,
		...values,
		...behind.values,
		page.limit,
	);
}

function behindPlace({ order, after }: ListedClaimsPage): { where: string; values: number[] } {
	if (after === undefined) return { where: "", values: [] };
	if (order === "entity") return { where: AFTER_CLAIM, values: [after.seq] };
	if (order === "changed") return { where: "AND place < ?", values: [after.place] };
	return { where: "AND (place, seq) > (?, ?)", values: [after.place, after.seq] };
}

function walkEntities(sql: Sql, page: ListedClaimsPage): Promise<ListedClaimRow[]> {
	const { where, values } = conditions(sql, page);
	const behind = behindPlace(page);
	return sql.all<ListedClaimRow>(
		`SELECT ${CLAIM_COLUMNS}, 0 AS place FROM claims ${sql.dialect.indexedBy("claims_entity_kind_claim_key")}
		 WHERE ${where} ${behind.where} ORDER BY entity, kind, claim LIMIT ?`,
		...values,
		...behind.values,
		page.limit,
	);
}

/** From the newest change back; of a claim's changes the last one counts. */
function walkChanges(sql: Sql, page: ListedClaimsPage): Promise<ListedClaimRow[]> {
	const { where, values } = conditions(sql, page);
	return sql.all<ListedClaimRow>(
		`SELECT ${CLAIM_COLUMNS}, place FROM
		 (SELECT event_id AS place, claim_seq FROM claim_changes AS change WHERE event_id < ? AND NOT EXISTS
		 (SELECT 1 FROM claim_changes AS later WHERE later.claim_seq = change.claim_seq AND later.event_id > change.event_id)) AS latest
		 ${sql.dialect.joinInOrder} claims ON seq = claim_seq WHERE ${where} ORDER BY place DESC LIMIT ?`,
		page.after?.place ?? Number.MAX_SAFE_INTEGER,
		...values,
		page.limit,
	);
}

/** Those that go stale by their date, then those that never do. */
async function walkStaleDates(sql: Sql, page: ListedClaimsPage): Promise<ListedClaimRow[]> {
	const { after, limit } = page;
	const dated = after?.place === NEVER ? [] : await walkDates(sql, page);
	const isDated = page.staleBy !== undefined || page.staleFrom !== undefined;
	if (dated.length === limit || isDated) return dated;
	const { where, values } = conditions(sql, page);
	const undated = await sql.all<ListedClaimRow>(
		`SELECT ${CLAIM_COLUMNS}, ${NEVER} AS place FROM claims ${sql.dialect.indexedBy("claims_state_stale_at_idx")}
		 WHERE ${where} AND stale_at IS NULL AND seq > ? ORDER BY seq LIMIT ?`,
		...values,
		after?.place === NEVER ? after.seq : 0,
		limit - dated.length,
	);
	return [...dated, ...undated];
}

/** Places are not compared as one value: SQLite would then sort all that come behind. */
function walkDates(sql: Sql, page: ListedClaimsPage): Promise<ListedClaimRow[]> {
	const { after, limit } = page;
	const { where, values } = conditions(sql, page);
	return sql.all<ListedClaimRow>(
		`SELECT ${CLAIM_COLUMNS}, stale_at AS place FROM claims ${sql.dialect.indexedBy("claims_state_stale_at_idx")}
		 WHERE ${where} AND stale_at >= ? AND (stale_at > ? OR seq > ?) ORDER BY stale_at, seq LIMIT ?`,
		...values,
		after?.place ?? 0,
		after?.place ?? 0,
		after?.seq ?? 0,
		limit,
	);
}

interface Conditions {
	readonly where: string;
	readonly values: SqlValue[];
}

function conditions({ dialect }: Sql, page: ListedClaimsFilter): Conditions {
	const { where, values } = columnConditions(page);
	if (page.folded === undefined || page.folded === "") return { where, values };
	return {
		where: `${where} AND (${dialect.contains("claim_folded")} OR ${dialect.contains("entity_folded")})`,
		values: [...values, page.folded, page.folded],
	};
}

function columnConditions(filter: ListedClaimsFilter): Conditions {
	const { state, kind, volatility, entity, staleBy, staleFrom } = filter;
	const given = Object.entries({
		"state = ?": state,
		"kind = ?": kind,
		"volatility = ?": volatility,
		"entity = ?": entity,
		"stale_at <= ?": staleBy,
		"stale_at >= ?": staleFrom,
	}).filter((one): one is [string, string | number] => one[1] !== undefined);
	return {
		where: ["TRUE", ...given.map(([condition]) => condition)].join(" AND "),
		values: given.map(([, value]) => value),
	};
}
