import * as z from "zod";

const cursor = z
	.string()
	.max(512)
	.describe("next_cursor of the page before, of the same tool and arguments. Leave it out to begin.");

/** The arguments that page through any of the reading tools; `limit` may change from page to page. */
export function pageArguments(unit: string) {
	return { cursor: cursor.optional(), limit: z.int().min(1).optional().describe(`At most so many ${unit}.`) };
}

/** What every reading tool returns. */
export function pageSchema<Item extends z.ZodType>(item: Item) {
	return {
		items: z.array(item),
		next_cursor: z
			.string()
			.nullable()
			.describe("null at the end; an empty page with a cursor is not the end."),
		content_hash: z.string().describe("sha256 of what this page returns."),
	};
}
