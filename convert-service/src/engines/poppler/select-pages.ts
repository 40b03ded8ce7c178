import type { PageRanges } from "../../conversion/conversion-options.ts";

export interface PageSelection {
	readonly pages?: PageRanges | undefined;
	readonly maxChars?: number | undefined;
}

export interface SelectedText {
	readonly text: string;
	/** The number of the page with which to go on; undefined when nothing is left. */
	readonly nextPage?: number;
	readonly warnings: readonly string[];
}

/**
 * The text of some pages, whole pages as long as they fit the budget. The first one is cut when it alone is larger.
 * `numbered` are the pages in order, by their numbers.
 */
export function selectPages(
	numbered: readonly { readonly number: number; readonly text: string }[],
	{ pages, maxChars = Number.POSITIVE_INFINITY }: PageSelection,
): SelectedText {
	const wanted = numbered.filter(({ number }) => isIn(number, pages));
	let text = "";
	for (const [index, page] of wanted.entries()) {
		if (text.length + page.text.length <= maxChars) {
			text += page.text;
		} else if (index > 0) {
			return { text, nextPage: page.number, warnings: [] };
		} else {
			return cutFirst(wanted, maxChars);
		}
	}
	return { text, warnings: [] };
}

function cutFirst(
	wanted: readonly { readonly number: number; readonly text: string }[],
	maxChars: number,
): SelectedText {
	const [first, second] = wanted;
	const text = (first?.text ?? "").slice(0, maxChars).replace(/[\uD800-\uDBFF]$/, "");
	const warnings = [
		`page ${first?.number} is longer than max_chars and was cut; ask for it with a larger max_chars`,
	];
	return second === undefined ? { text, warnings } : { text, warnings, nextPage: second.number };
}

/** Whether a page is among those that were asked for; all are when none were named. */
export function isIn(page: number, ranges: PageRanges | undefined): boolean {
	if (Number.isNaN(page)) return false;
	return ranges === undefined || ranges.some(({ first, last }) => page >= first && page <= last);
}
