import { affordableLength, htmlCost } from "../text/html-cost.ts";

/** About how many bytes of HTML one part of a file may take. */
const PART_COST = 24_000;
const LINE_OVERHEAD = 70;
/** What a part shows of a line that nobody asked to see whole. */
export const LINE_LIMIT = { characters: 600, cost: 6_000 };
/** Lines that "show all" shows at once: browsers grow slow beyond. */
const ALL_LINES = 20_000;

export interface PartStart {
	/** The first line, counted from 1. */
	from: number;
	/** A line to show whole, however long it is, with the same lines around it as without. */
	whole?: number | undefined;
	/** Show every line from there on, and each of them whole. */
	all?: boolean | undefined;
	/** About how many more bytes of HTML a line takes for what is set off in it. */
	markup?(number: number): number;
}

export interface PartLine {
	number: number;
	text: string;
	/** How many characters of the line follow that are not shown. */
	hidden: number;
}

export interface FilePart {
	lines: PartLine[];
	/** The line that the next part starts at; absent at the end. */
	next?: number;
}

/** The lines of a file that one answer shows. */
export function filePart(
	lines: readonly string[],
	{ from, whole, all = false, markup }: PartStart,
): FilePart {
	const shown: PartLine[] = [];
	let cost = 0;
	for (let number = Math.max(1, from); number <= lines.length; number++) {
		const line = lines[number - 1] ?? "";
		const end = affordableLength(line, LINE_LIMIT);
		cost += LINE_OVERHEAD + htmlCost(line.slice(0, end)) + (markup?.(number) ?? 0);
		const full = all ? shown.length >= ALL_LINES : cost > PART_COST && shown.length > 0;
		if (full) return { lines: shown, next: number };
		const isWhole = all || number === whole;
		shown.push({
			number,
			text: isWhole ? line : line.slice(0, end),
			hidden: isWhole ? 0 : line.length - end,
		});
	}
	return { lines: shown };
}
