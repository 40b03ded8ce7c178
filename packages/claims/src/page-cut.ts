import { LIMITS } from "./limits.ts";

/**
 * How many of these items make a page: up to the limit, and no more than fit into a page's JSON; one at the least, so that
 * every list gets to its end.
 */
export function cutPage<Item>(items: readonly Item[], limit: number): Item[] {
	const page: Item[] = [];
	let characters = 0;
	for (const item of items.slice(0, limit)) {
		characters += JSON.stringify(item).length;
		if (page.length > 0 && characters > LIMITS.charactersPerPage) break;
		page.push(item);
	}
	return page;
}
