import type { Sql } from "../sql.ts";
import { findByGrams, insertGrams } from "./claim-grams.ts";
import { AFTER_CLAIM, CLAIM_COLUMNS, type ClaimRow } from "./claims.ts";

/** Up to so many claims that may match are looked at one by one; where there are more, the list is walked in its order. */
const CANDIDATES = 5_000;
/** While there are so few claims, nothing about a search matters. */
const FEW = 2_000;
/** So many characters that follow each other are found in the index at once. */
const LONGEST_GRAM = 3;
/** At most so many of a query's grams are asked for. */
const GRAMS_ASKED = 6;
/** So many claims tell what is rare; where more of them than this hold the query, every list of those that do is long. */
const SAMPLE = 96;
const MANY_OF_SAMPLE = 2;
const RARE_IN_SAMPLE = 5;
/** Steps of this part of the whole spread evenly, and in step with nothing that comes again and again. */
const GOLDEN = 0.618_033_988_749_895;

/** Puts a new claim into the search index. */
export async function indexClaim(
	sql: Sql,
	{ seq, texts }: { seq: number; texts: readonly string[] },
): Promise<void> {
	const grams = new Set(
		texts.flatMap((text) => [1, 2, LONGEST_GRAM].flatMap((length) => gramsOf(text, length))),
	);
	await insertGrams(sql, seq, [...grams]);
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

/**
 * The numbers of claims that may hold the query, which has at least one character: they hold its grams, in whatever order.
 * Undefined when there are too many of them to look at each.
 */
export async function findCandidates(sql: Sql, folded: string): Promise<number[] | undefined> {
	const grams = [...new Set(gramsOf(folded, Math.min(LONGEST_GRAM, [...folded].length)))];
	const sample = await sampleTexts(sql);
	if (sample.filter((text) => text.includes(folded)).length > MANY_OF_SAMPLE) return undefined;
	const found = await findByGrams(sql, tellingGrams(grams, sample), CANDIDATES + 1);
	return found.length <= CANDIDATES ? found : undefined;
}

/** The texts of some claims, evenly spread; none while there are few, which are soon looked at. */
async function sampleTexts(sql: Sql): Promise<string[]> {
	const newest = await sql.get<{ seq: number }>("SELECT seq FROM claims ORDER BY seq DESC LIMIT 1");
	const last = newest?.seq ?? 0;
	if (last <= FEW) return [];
	const numbers = Array.from({ length: SAMPLE }, (_, index) => 1 + Math.floor(last * ((index * GOLDEN) % 1)));
	const rows = await sql.all<{ entity_folded: string; claim_folded: string }>(
		`SELECT entity_folded, claim_folded FROM claims WHERE ${sql.dialect.among("seq")}`,
		numbers,
	);
	return rows.map(({ entity_folded, claim_folded }) => `${entity_folded}\n${claim_folded}`);
}

/**
 * The grams to ask for: those that together leave the fewest claims of the sample, each chosen for what the ones before it
 * leave. Grams of one word tell little more than one of them does, and every list of claims that is compared costs.
 */
function tellingGrams(grams: readonly string[], sample: readonly string[]): string[] {
	const chosen: string[] = [];
	let left = sample;
	while (chosen.length < Math.min(GRAMS_ASKED, grams.length)) {
		const best = rarestIn(
			grams.filter((gram) => !chosen.includes(gram)),
			left.length > 0 ? left : sample,
		);
		const rest = left.filter((text) => text.includes(best));
		// Nothing is gained by it any more, unless it is rare everywhere.
		if (chosen.length > 0 && rest.length === left.length && !isRare(best, sample)) break;
		chosen.push(best);
		left = rest;
	}
	return chosen;
}

function rarestIn(grams: readonly string[], texts: readonly string[]): string {
	const uses = (gram: string) => texts.filter((text) => text.includes(gram)).length;
	const counted = grams.map((gram) => ({ gram, uses: uses(gram) }));
	return counted.reduce((best, one) => (one.uses < best.uses ? one : best)).gram;
}

function isRare(gram: string, sample: readonly string[]): boolean {
	return sample.filter((text) => text.includes(gram)).length <= RARE_IN_SAMPLE;
}

function checkCandidates(sql: Sql, query: ClaimQuery, candidates: readonly number[]): Promise<ClaimRow[]> {
	const { where, values } = conditions(sql, query);
	const order = ["entity", "kind", "claim"].map(sql.dialect.sorted).join(", ");
	return sql.all<ClaimRow>(
		`SELECT ${CLAIM_COLUMNS} FROM claims WHERE ${sql.dialect.among("seq")} AND ${where}
		 ORDER BY ${order} LIMIT ?`,
		candidates,
		...values,
		query.limit,
	);
}

/** Where many claims match, a page of them is soon found. */
function walkClaims(sql: Sql, query: ClaimQuery): Promise<ClaimRow[]> {
	const { where, values } = conditions(sql, query);
	return sql.all<ClaimRow>(
		`SELECT ${CLAIM_COLUMNS} FROM claims ${sql.dialect.indexedBy("claims_entity_kind_claim_key")} WHERE ${where}
		 ORDER BY entity, kind, claim LIMIT ?`,
		...values,
		query.limit,
	);
}

function conditions({ dialect }: Sql, { folded, state, after }: ClaimQuery) {
	const where = [
		`(${dialect.contains("claim_folded")} OR ${dialect.contains("entity_folded")})`,
		state === undefined ? "" : "AND state = ?",
		after === 0 ? "" : AFTER_CLAIM,
	].join(" ");
	const values = [folded, folded, ...(state === undefined ? [] : [state]), ...(after === 0 ? [] : [after])];
	return { where, values };
}

/** Each run of so many characters of a text. */
function gramsOf(text: string, length: number): string[] {
	const characters = [...text];
	const grams: string[] = [];
	for (let end = length; end <= characters.length; end++)
		grams.push(characters.slice(end - length, end).join(""));
	return grams;
}
