import type { PageRanges } from "../../conversion/conversion-options.ts";
import { sliceEnd } from "../../conversion/slice-text.ts";
import { conversionError } from "../../conversion-error.ts";
import { type Warning, warning } from "../../warning.ts";

export interface PageSelection {
	readonly pages?: PageRanges | undefined;
	readonly maxChars?: number | undefined;
	/** How many characters of the first page to leave out. */
	readonly offset?: number | undefined;
}

export interface SelectedText {
	readonly text: string;
	/** The number of the page with which to go on; undefined when nothing is left. */
	readonly nextPage?: number;
	/** How many characters of that page were already given; undefined when none. */
	readonly nextOffset?: number;
	readonly warnings: readonly Warning[];
}

interface NumberedPage {
	readonly number: number;
	readonly text: string;
}

/**
 * The text of some pages, whole pages as long as they fit the budget. The first one is cut when it alone is larger, and is
 * then the one with which to go on: nothing is ever skipped. `numbered` are the pages in order, by their numbers.
 * @throws CairnError (wrong_parameter) for an offset beyond the end of the first page.
 */
export function selectPages(
	numbered: readonly NumberedPage[],
	{ pages, maxChars = Number.POSITIVE_INFINITY, offset = 0 }: PageSelection,
): SelectedText {
	const wanted = withoutStart(
		numbered.filter(({ number }) => isIn(number, pages)),
		offset,
	);
	let text = "";
	for (const [index, page] of wanted.entries()) {
		if (text.length + page.text.length <= maxChars) {
			text += page.text;
			continue;
		}
		if (index > 0) return { text, nextPage: page.number, warnings: [] };
		const end = cutEnd(page.text, maxChars);
		if (end < page.text.length) return cut(page, end, offset);
		text = page.text;
	}
	return { text, warnings: [] };
}

function withoutStart(pages: readonly NumberedPage[], offset: number): readonly NumberedPage[] {
	const [first, ...others] = pages;
	if (first === undefined || offset === 0) return pages;
	if (offset >= first.text.length) throw beyondPage(first);
	return [{ ...first, text: first.text.slice(offset) }, ...others];
}

/** One character that is longer than the budget still is given whole. */
function cutEnd(text: string, maxChars: number): number {
	const end = sliceEnd(text, 0, maxChars);
	return /[\uD800-\uDBFF]/.test(text.charAt(end - 1)) ? end + 1 : end;
}

function cut({ number, text }: NumberedPage, end: number, offset: number): SelectedText {
	const nextOffset = offset + end;
	const warnings = [
		warning(
			"page_cut",
			`page ${number} is longer than max_chars and was cut: it goes on with pages=${number}- and offset=${nextOffset}`,
			`pages=${number}-, offset=${nextOffset}`,
		),
	];
	return { text: text.slice(0, end), nextPage: number, nextOffset, warnings };
}

function beyondPage({ number, text }: NumberedPage) {
	return conversionError(
		"wrong_parameter",
		`offset= is beyond the end of page ${number}, which has ${text.length} characters.`,
	);
}

/** Whether a page is among those that were asked for; all are when none were named. */
export function isIn(page: number, ranges: PageRanges | undefined): boolean {
	if (Number.isNaN(page)) return false;
	return ranges === undefined || ranges.some(({ first, last }) => page >= first && page <= last);
}
