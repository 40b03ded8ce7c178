import { affordableLength, htmlCost } from "../text/html-cost.ts";

/** What a list shows of one entry. */
const PREVIEW = { characters: 2_000, cost: 12_000 };
/** Bytes of HTML around an entry, and around each of its fields. */
const ENTRY_OVERHEAD = 520;
const FIELD_OVERHEAD = 45;

/** How many characters of an entry a list shows. */
export function previewLength(entry: string): number {
	return affordableLength(entry, PREVIEW);
}

/** How many of the entries, from the first on, fit a page of so many bytes of HTML; at least one. */
export function fitEntries(entries: readonly { entry: string }[], budget: number): number {
	let cost = 0;
	for (const [index, { entry }] of entries.entries()) {
		const shown = entry.slice(0, previewLength(entry));
		cost += ENTRY_OVERHEAD + htmlCost(shown) + FIELD_OVERHEAD * (shown.split('":').length - 1);
		if (cost > budget && index > 0) return index;
	}
	return entries.length;
}
