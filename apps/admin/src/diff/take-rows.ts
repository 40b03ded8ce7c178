import { htmlCost } from "../text/html-cost.ts";
import type { Block } from "./diff-blocks.ts";
import { MAX_LINE_COST } from "./shorten-segments.ts";

/** About how many bytes of HTML one part of a diff may take. */
const PART_COST = 26_000;
const ROW_OVERHEAD = 110;
const GAP_COST = 80;
/** What "load all" shows at most: browsers grow slow beyond. */
const ALL_ROWS = 20_000;

export interface RowRange {
	/** The row to start at, counted from 0 over all removed, added and equal lines and gaps. */
	start: number;
	all: boolean;
	/** Side by side, an equal line is written twice. */
	split: boolean;
	/** About how many bytes of HTML the part may take. */
	budget?: number | undefined;
	/** About how many of them the two addresses of a gap take. */
	gapCost?: number | undefined;
}

export interface TakenRows {
	blocks: Block[];
	/** The row that the next part starts at; absent at the end. */
	next?: number;
	total: number;
	/** About how many bytes of HTML they take; 0 where all are asked for. */
	cost: number;
}

/** The rows of a diff that one answer shows, blocks cut where the part starts and ends. */
export function takeRows(blocks: readonly Block[], range: RowRange): TakenRows {
	const total = blocks.reduce((sum, block) => sum + rowsOf(block), 0);
	const { end, cost } = range.all ? { end: range.start + ALL_ROWS, cost: 0 } : affordableEnd(blocks, range);
	const taken = cutBlocks(blocks, range.start, end);
	return end < total ? { blocks: taken, total, cost, next: end } : { blocks: taken, total, cost };
}

export function rowsOf(block: Block): number {
	if (block.kind === "gap") return 1;
	return block.kind === "equal" ? block.lines.length : block.removed.length + block.added.length;
}

function affordableEnd(
	blocks: readonly Block[],
	{ start, split, budget = PART_COST, gapCost = GAP_COST }: RowRange,
): { end: number; cost: number } {
	let cost = 0;
	let row = 0;
	for (const block of blocks) {
		const copies = split && block.kind === "equal" ? 2 : 1;
		for (const line of linesOf(block)) {
			const textCost = line === undefined ? gapCost : copies * Math.min(MAX_LINE_COST, htmlCost(line));
			const lineCost = ROW_OVERHEAD + textCost;
			if (row > start && cost + lineCost > budget) return { end: row, cost };
			if (row >= start) cost += lineCost;
			row++;
		}
	}
	return { end: row, cost };
}

/** The text of each row of a block, which a gap has none of. */
function* linesOf(block: Block): Generator<string | undefined> {
	if (block.kind === "gap") yield undefined;
	else if (block.kind === "equal") yield* block.lines;
	else {
		yield* block.removed;
		yield* block.added;
	}
}

function cutBlocks(blocks: readonly Block[], start: number, end: number): Block[] {
	const taken: Block[] = [];
	let row = 0;
	for (const block of blocks) {
		const rows = rowsOf(block);
		const from = Math.max(0, start - row);
		const to = Math.min(rows, end - row);
		if (from < to) taken.push(from === 0 && to === rows ? block : cutBlock(block, from, to));
		row += rows;
	}
	return taken;
}

function cutBlock(block: Block, from: number, to: number): Block {
	if (block.kind === "gap") return block;
	if (block.kind === "equal") {
		const ends = to === block.lines.length && block.noNewline === true;
		return {
			...block,
			old: block.old + from,
			new: block.new + from,
			lines: block.lines.slice(from, to),
			noNewline: ends,
		};
	}
	const removed = block.removed.slice(from, to);
	const skippedRemoved = Math.min(from, block.removed.length);
	const addedFrom = Math.max(0, from - block.removed.length);
	const addedTo = Math.max(0, to - block.removed.length);
	return {
		...block,
		old: block.old + skippedRemoved,
		new: block.new + addedFrom,
		removed,
		added: block.added.slice(addedFrom, addedTo),
		removedNoNewline: block.removedNoNewline === true && removed.length > 0 && to >= block.removed.length,
		addedNoNewline: block.addedNoNewline === true && addedTo >= block.added.length && block.added.length > 0,
	};
}
