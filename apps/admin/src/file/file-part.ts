import { affordableLength, htmlCost } from "../text/html-cost.ts";

/** About how many bytes of HTML one part of a file may take. */
const PART_COST = 24_000;
const LINE_OVERHEAD = 70;
/** What a part shows of a line; the rest has an address of its own. */
export const LINE_LIMIT = { characters: 600, cost: 6_000 };
/** What "show all" shows at most: browsers grow slow beyond. */
const ALL_LINES = 20_000;

export interface PartStart {
	/** The first line, counted from 1. */
	from: number;
	/** Where in that line to start, counted from 1; the part is then the rest of this line alone. */
	column?: number | undefined;
	/** Show every line from there on, as far as a browser bears. */
	all?: boolean | undefined;
}

export interface PartLine {
	number: number;
	text: string;
	/** How many characters of the line follow that are not shown. */
	hidden: number;
}

export interface FilePart {
	lines: PartLine[];
	/** Where the next part starts; absent at the end. */
	next?: { from: number; column?: number };
}

/** The lines of a file that one answer shows. */
export function filePart(lines: readonly string[], start: PartStart): FilePart {
	return start.column === undefined ? wholeLines(lines, start) : restOfLine(lines, start.from, start.column);
}

function wholeLines(lines: readonly string[], { from, all = false }: PartStart): FilePart {
	const shown: PartLine[] = [];
	let cost = 0;
	for (let number = Math.max(1, from); number <= lines.length; number++) {
		const line = lines[number - 1] ?? "";
		const end = affordableLength(line, LINE_LIMIT);
		const text = line.slice(0, end);
		cost += LINE_OVERHEAD + htmlCost(text);
		const full = all ? shown.length >= ALL_LINES : cost > PART_COST && shown.length > 0;
		if (full) return { lines: shown, next: { from: number } };
		shown.push({ number, text, hidden: line.length - end });
	}
	return { lines: shown };
}

function restOfLine(lines: readonly string[], number: number, column: number): FilePart {
	const line = lines[number - 1];
	if (line === undefined || column > line.length) return { lines: [] };
	const rest = line.slice(column - 1);
	const end = affordableLength(rest, { characters: PART_COST, cost: PART_COST });
	const text = rest.slice(0, end);
	const hidden = rest.length - end;
	const part: FilePart = { lines: [{ number, text, hidden }] };
	if (hidden > 0) return { ...part, next: { from: number, column: column + end } };
	return number < lines.length ? { ...part, next: { from: number + 1 } } : part;
}
