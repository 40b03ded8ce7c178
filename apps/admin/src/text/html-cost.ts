import { SUSPECT } from "./hostile-text.ts";

const ESCAPED = /[&<>"']/g;
const BEYOND_ASCII = /[\u0080-\uffff]/g;

/** Extra bytes of an escaped character (`&quot;`), of a marked one (a span with a title), of one beyond ASCII. */
const ESCAPE_COST = 5;
const MARK_COST = 80;
const BEYOND_ASCII_COST = 2;

/** About how many bytes of HTML a text takes, never much too few: so a page can stop before it grows too large. */
export function htmlCost(text: string): number {
	return (
		text.length +
		ESCAPE_COST * countOf(text, ESCAPED) +
		MARK_COST * countOf(text, SUSPECT) +
		BEYOND_ASCII_COST * countOf(text, BEYOND_ASCII)
	);
}

export interface Affordable {
	characters: number;
	/** Bytes of HTML, as {@link htmlCost} counts them. */
	cost: number;
}

/** How many characters from the start a page can afford to show; never ends within a surrogate pair. */
export function affordableLength(text: string, { characters, cost }: Affordable): number {
	let length = Math.min(text.length, characters);
	while (length > 1 && htmlCost(text.slice(0, length)) > cost) length = Math.floor(length / 2);
	const cutsPair = length < text.length && (text.codePointAt(length - 1) ?? 0) > 0xffff;
	return cutsPair ? length - 1 : length;
}

function countOf(text: string, pattern: RegExp): number {
	return text.match(pattern)?.length ?? 0;
}
