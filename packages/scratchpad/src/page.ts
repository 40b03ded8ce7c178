import * as z from "zod";
import { encodeCursor } from "./cursor.ts";

export const cursor = z.string().max(1_000).describe("next_cursor of the page before.");

export function pageLimit(max: number) {
	return z.int().min(1).max(max);
}

/** Cuts a list that was read one row too far into a page and the cursor of the next one, null at the end. */
export function toPage<Row extends { readonly path: string }>(
	rows: readonly Row[],
	{ prefix, limit }: { prefix: string; limit: number },
): { rows: readonly Row[]; nextCursor: string | null } {
	const page = rows.slice(0, limit);
	const last = page.at(-1);
	return { rows: page, nextCursor: rows.length > limit && last ? encodeCursor(prefix, last.path) : null };
}
