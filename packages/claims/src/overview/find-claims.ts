import { Page } from "@cairn/operations";
import { claimList, type Sql } from "@cairn/store";
import * as z from "zod";
import { decodeCursor, encodeCursor } from "../cursor.ts";
import { cutPage } from "../page-cut.ts";
import { type ClaimView, claimView } from "../reader/claim-view.ts";
import type { Kind, State, Volatility } from "../rules/vocabulary.ts";

export interface ClaimFilter {
	/** Literal; neither the case of letters nor the way in which accents were typed matters. */
	readonly query?: string | undefined;
	readonly state?: State | undefined;
	readonly kind?: Kind | undefined;
	readonly volatility?: Volatility | undefined;
	/** Exactly this one. */
	readonly entity?: string | undefined;
	/** Only active claims that have lost half of their confidence at the list's instant. */
	readonly isStale?: boolean | undefined;
	/** Only active claims that lose half of their confidence from this instant on. */
	readonly staleFrom?: number | undefined;
}

export interface FindClaims extends ClaimFilter {
	readonly order: claimList.ClaimOrder;
	/** Now, or any other instant. */
	readonly at: number;
	readonly limit: number;
	readonly cursor?: string | undefined;
	/** How many of the claims fit where they are shown, at the least 1; all of them unless told. */
	readonly afford?: ((claims: readonly ClaimView[]) => number) | undefined;
}

const place = z.object({ seq: z.int(), place: z.int() });

/** Claims that fit a filter, in an order, as they are at an instant. */
export async function findClaims(
	sql: Sql,
	{ query, state, isStale, order, at, limit, cursor, afford, ...filter }: FindClaims,
): Promise<Page<ClaimView>> {
	const { kind, volatility, entity, staleFrom } = filter;
	// Where a list begins doesn't matter to a place in it, and "from now on" is another instant on each page.
	const scope = ["find", query, state, isStale, kind, volatility, entity, order] as const;
	const after = decodeCursor(scope, cursor, place);
	const rows = await claimList.listClaimsBy(sql, {
		...filter,
		state: isStale === true || staleFrom !== undefined ? "active" : state,
		staleBy: isStale === true ? at : undefined,
		folded: await fold(query),
		order,
		after,
		limit: limit + 1,
	});
	const cut = cutPage(rows, limit);
	const found = cut.map((row) => claimView(row, at));
	const views = afford === undefined ? found : found.slice(0, Math.max(1, afford(found)));
	const page = cut.slice(0, views.length);
	const last = page.at(-1);
	if (page.length === rows.length || last === undefined) return new Page(views);
	return new Page(views, { nextCursor: encodeCursor(scope, { seq: last.seq, place: last.place }) });
}

async function fold(query: string | undefined): Promise<string | undefined> {
	if (query === undefined || query === "") return undefined;
	const { foldCase } = await import("../search/fold-case.ts");
	return foldCase(query);
}
