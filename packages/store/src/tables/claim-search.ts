import type { Sql } from "../sql.ts";
import { AFTER_CLAIM, CLAIM_COLUMNS, type ClaimRow } from "./claims.ts";

/** Up to so many claims that may match are looked at one by one; where there are more, the list is walked in its order. */
const CANDIDATES = 2_000;
/** So many characters that follow each other are found in the index at once. */
const LONGEST_GRAM = 3;
/** More of a long query's grams make nothing rarer. */
const GRAMS_ASKED = 16;

/** Puts a new claim into the search index. */
export async function indexClaim(
	sql: Sql,
	{ seq, texts }: { seq: number; texts: readonly string[] },
): Promise<void> {
	const grams = new Set(
		texts.flatMap((text) => [1, 2, LONGEST_GRAM].flatMap((length) => gramsOf(text, length))),
	);
	await sql.run("INSERT INTO claim_grams (rowid, grams) VALUES (?, ?)", seq, [...grams].join(" "));
}

export interface ClaimQuery {
	/** Case-folded as the claims are. */
	readonly folded: string;
	readonly state?: string | undefined;
	/** Claims after the one of this number; 0 for the first page. */
	readonly after: number;
	readonly limit: number;
}

/** Claims whose entity or text contains the query, in the order of entity, kind and claim. */
export async function searchClaims(sql: Sql, query: ClaimQuery): Promise<ClaimRow[]> {
	const candidates = query.folded === "" ? undefined : await findCandidates(sql, query.folded);
	if (candidates !== undefined && candidates.length <= CANDIDATES)
		return checkCandidates(sql, query, candidates);
	return walkClaims(sql, query);
}

/** The numbers of claims that hold all grams of the query, in whatever order; one too many when there are too many. */
async function findCandidates(sql: Sql, folded: string): Promise<number[]> {
	const length = Math.min(LONGEST_GRAM, [...folded].length);
	const grams = [...new Set(gramsOf(folded, length))];
	const step = Math.ceil(grams.length / GRAMS_ASKED);
	const asked = grams.filter((_, index) => index % step === 0);
	const rows = await sql.all<{ seq: number }>(
		"SELECT rowid AS seq FROM claim_grams WHERE claim_grams MATCH ? LIMIT ?",
		asked.join(" AND "),
		CANDIDATES + 1,
	);
	return rows.map(({ seq }) => seq);
}

/** The plus signs keep the order from being read off an index, which would go through all claims. */
function checkCandidates(sql: Sql, query: ClaimQuery, candidates: readonly number[]): Promise<ClaimRow[]> {
	const { where, values } = conditions(query);
	return sql.all<ClaimRow>(
		`SELECT ${CLAIM_COLUMNS} FROM claims WHERE seq IN (SELECT value FROM json_each(?)) AND ${where}
		 ORDER BY +entity, +kind, +claim LIMIT ?`,
		JSON.stringify(candidates),
		...values,
		query.limit,
	);
}

/** Where many claims match, a page of them is soon found. */
function walkClaims(sql: Sql, query: ClaimQuery): Promise<ClaimRow[]> {
	const { where, values } = conditions(query);
	return sql.all<ClaimRow>(
		`SELECT ${CLAIM_COLUMNS} FROM claims INDEXED BY claims_entity_kind_claim_key WHERE ${where}
		 ORDER BY entity, kind, claim LIMIT ?`,
		...values,
		query.limit,
	);
}

function conditions({ folded, state, after }: ClaimQuery) {
	const where = [
		"(instr(claim_folded, ?) > 0 OR instr(entity_folded, ?) > 0)",
		state === undefined ? "" : "AND state = ?",
		after === 0 ? "" : AFTER_CLAIM,
	].join(" ");
	const values = [folded, folded, ...(state === undefined ? [] : [state]), ...(after === 0 ? [] : [after])];
	return { where, values };
}

/** Each run of so many characters of a text, as a token of ASCII letters and digits. */
function gramsOf(text: string, length: number): string[] {
	const characters = Array.from(text, (character) => character.codePointAt(0)?.toString(16) ?? "");
	const grams: string[] = [];
	for (let end = length; end <= characters.length; end++) {
		grams.push(characters.slice(end - length, end).join("z"));
	}
	return grams;
}
