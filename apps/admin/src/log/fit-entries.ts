import { affordableLength, htmlCost } from "../text/html-cost.ts";

/** What a list shows of one entry. */
const PREVIEW = { characters: 2_000, cost: 12_000 };
/** Bytes of HTML around an entry, and around each of its fields. */
const ENTRY_OVERHEAD = 520;
const FIELD_OVERHEAD = 45;
/** Bytes of HTML that set off a word that was looked for. */
const FOUND_OVERHEAD = 13;

/** How many characters of an entry a list shows. */
export function previewLength(entry: string): number {
	return affordableLength(entry, PREVIEW);
}

/** How many of the entries, from the first on, fit a page of so many bytes of HTML; at least one. */
export function fitEntries(
	entries: readonly { entry: string }[],
	budget: number,
	/** What was looked for, which is set off. */
	found?: RegExp,
): number {
	let cost = 0;
	for (const [index, { entry }] of entries.entries()) {
		const shown = entry.slice(0, previewLength(entry));
		const marks = found === undefined ? 0 : (shown.match(found)?.length ?? 0);
		cost +=
			ENTRY_OVERHEAD +
			htmlCost(shown) +
			FIELD_OVERHEAD * (shown.split('":').length - 1) +
			FOUND_OVERHEAD * marks;
		if (cost > budget && index > 0) return index;
	}
	return entries.length;
}
