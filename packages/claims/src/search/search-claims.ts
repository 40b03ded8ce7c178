import { Page } from "@cairn/operations";
import { claimSearch, type claims, type Sql } from "@cairn/store";
import * as z from "zod";
import { decodeCursor, encodeCursor } from "../cursor.ts";
import { cutPage } from "../page-cut.ts";
import type { State } from "../rules/vocabulary.ts";

export interface ClaimSearch {
	/** Literal; neither the case of letters nor the way in which accents were typed matters. */
	readonly query: string;
	readonly state?: State | undefined;
	readonly limit: number;
	readonly cursor?: string | undefined;
}

const place = z.int().min(1);

/** Claims whose text or entity contains the query, by entity, kind and claim. */
export async function searchClaims(
	sql: Sql,
	{ query, state, limit, cursor }: ClaimSearch,
): Promise<Page<claims.ClaimRow>> {
	const scope = ["search", query, state] as const;
	const after = decodeCursor(scope, cursor, place) ?? 0;
	const { foldCase } = await import("./fold-case.ts");
	const rows = await claimSearch.searchClaims(sql, {
		folded: foldCase(query),
		state,
		after,
		limit: limit + 1,
	});
	const page = cutPage(rows, limit);
	const last = page.at(-1);
	const isLast = page.length === rows.length || last === undefined;
	return new Page(page, isLast ? undefined : { nextCursor: encodeCursor(scope, last.seq) });
}
