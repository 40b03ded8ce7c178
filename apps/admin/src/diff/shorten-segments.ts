import { htmlCost } from "../text/html-cost.ts";
import type { Segment } from "./word-marks.ts";

/** A stretch of a line as it is shown, or how many characters are left out between two of them. */
export type Piece = Segment | { hidden: number };

/** Lines up to this many bytes of HTML show whole. */
const LINE_COST = 1_000;
/** In a longer line, the characters that stay at each end of an equal and of a changed stretch. */
const KEEP_EQUAL = 60;
const KEEP_CHANGED = 160;
/** A long line with very many changes shows only the first of them. */
const MAX_PIECES = 12;
/** No line takes more bytes of HTML than about this. */
export const MAX_LINE_COST = 5_000;

/** Cuts the insides of a long line's stretches, so that its changes stay in sight however far in they stand. */
export function shortenSegments(segments: readonly Segment[]): Piece[] {
	const cost = segments.reduce((sum, { text }) => sum + htmlCost(text), 0);
	if (cost <= LINE_COST) return [...segments];
	const pieces = segments.flatMap(shortenSegment);
	const first = pieces.slice(0, MAX_PIECES);
	const hidden = pieces.slice(MAX_PIECES).reduce((sum, piece) => sum + lengthOf(piece), 0);
	return hidden > 0 ? [...first, { hidden }] : first;
}

/** Whether a line is so long that only parts of it show. */
export function isShortened(line: string): boolean {
	return htmlCost(line) > LINE_COST;
}

function lengthOf(piece: Piece): number {
	return "hidden" in piece ? piece.hidden : piece.text.length;
}

function shortenSegment(segment: Segment): Piece[] {
	const { text, changed } = segment;
	// The dearer its characters are as HTML, the fewer of them stay.
	const dearness = htmlCost(text) / text.length;
	const keep = Math.ceil((changed ? KEEP_CHANGED : KEEP_EQUAL) / dearness);
	if (text.length <= 2 * keep + 20) return [segment];
	const head = cutBefore(text, keep);
	const tail = cutBefore(text, text.length - keep);
	return [
		{ text: text.slice(0, head), changed },
		{ hidden: tail - head },
		{ text: text.slice(tail), changed },
	];
}

/** The index itself, or the one before it when it would part a surrogate pair. */
function cutBefore(text: string, index: number): number {
	return (text.codePointAt(index - 1) ?? 0) > 0xffff ? index - 1 : index;
}
