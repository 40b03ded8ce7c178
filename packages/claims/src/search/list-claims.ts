import { Page } from "@cairn/operations";
import { claims, type Sql } from "@cairn/store";
import * as z from "zod";
import { decodeCursor, encodeCursor } from "../cursor.ts";
import { cutPage } from "../page-cut.ts";
import type { Kind, State } from "../rules/vocabulary.ts";

export interface ClaimList {
	readonly entity?: string | undefined;
	readonly kind?: Kind | undefined;
	readonly state?: State | undefined;
	readonly limit: number;
	readonly cursor?: string | undefined;
}

/** The last claim's number, and how many claims were given so far. */
const place = z.tuple([z.int().min(1), z.int().min(0)]);

/** Claims by entity, kind and claim. */
export async function listClaims(
	sql: Sql,
	{ entity, kind, state, limit, cursor }: ClaimList,
): Promise<Page<claims.ClaimRow>> {
	const scope = ["list", entity, kind, state] as const;
	const [after, given] = decodeCursor(scope, cursor, place) ?? [0, 0];
	const filter = { entity, kind, state };
	const rows = await claims.listClaimRows(sql, { ...filter, after, limit: limit + 1 });
	const page = cutPage(rows, limit);
	const last = page.at(-1);
	if (page.length === rows.length || last === undefined) return new Page(page);
	const sofar = given + page.length;
	const remaining = Math.max(1, (await claims.countClaims(sql, filter)) - sofar);
	return new Page(page, { remaining, nextCursor: encodeCursor(scope, [last.seq, sofar]) });
}
