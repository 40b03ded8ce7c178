import stringWidth from "string-width";

const GAP = "  ";
const segmenter = new Intl.Segmenter();

export interface Column {
	readonly title: string;
	/** Numbers stand to the right. */
	readonly numeric?: boolean;
	/** At most so many cells wide; the last column takes what is left. */
	readonly max?: number;
}

/** A table of printable texts within so many terminal cells; a text that is too wide ends in an ellipsis. */
export function textTable(
	columns: readonly Column[],
	rows: ReadonlyArray<readonly string[]>,
	width: number,
): string {
	const table = [columns.map(({ title }) => title), ...rows];
	const widths = fitWidths(columns, table, width);
	return table.map((cells) => `${line(columns, cells, widths)}\n`).join("");
}

function fitWidths(
	columns: readonly Column[],
	table: ReadonlyArray<readonly string[]>,
	width: number,
): number[] {
	const widths: number[] = [];
	let left = width;
	for (const [index, { max = Number.POSITIVE_INFINITY }] of columns.entries()) {
		const widest = Math.max(...table.map((cells) => stringWidth(cells[index] ?? "")));
		const isLast = index === columns.length - 1;
		const fitting = Math.min(widest, isLast ? Math.max(left, MIN_LAST) : max);
		widths.push(fitting);
		left -= fitting + GAP.length;
	}
	return widths;
}

/** In a very narrow terminal the last column runs over rather than to disappear. */
const MIN_LAST = 10;

function line(columns: readonly Column[], cells: readonly string[], widths: readonly number[]): string {
	return cells
		.map((cell, index) => {
			const fitted = shorten(cell, widths[index] ?? 0);
			const space = " ".repeat(Math.max(0, (widths[index] ?? 0) - stringWidth(fitted)));
			return columns[index]?.numeric === true ? space + fitted : fitted + space;
		})
		.join(GAP)
		.trimEnd();
}

/** Cuts between what a reader sees as characters. */
export function shorten(text: string, width: number): string {
	if (stringWidth(text) <= width) return text;
	let short = "";
	let used = 1;
	for (const { segment } of segmenter.segment(text)) {
		used += stringWidth(segment);
		if (used > width) break;
		short += segment;
	}
	return `${short}…`;
}

/** Breaks a text into lines of so many cells, at spaces where there are any. */
export function wrap(text: string, width: number): string[] {
	const lines: string[] = [];
	let current = "";
	for (const { segment } of segmenter.segment(text)) {
		if (stringWidth(current + segment) <= width) {
			current += segment;
			continue;
		}
		const space = segment === " " ? current.length : current.lastIndexOf(" ");
		lines.push(space > 0 ? current.slice(0, space) : current);
		current = (space > 0 ? current.slice(space + 1) : "") + (segment === " " ? "" : segment);
	}
	return current === "" ? lines : [...lines, current];
}
