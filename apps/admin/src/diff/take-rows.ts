import { htmlCost } from "../text/html-cost.ts";
import type { Block } from "./diff-blocks.ts";
import { MAX_LINE_COST } from "./shorten-segments.ts";

/** About how many bytes of HTML one part of a diff may take. */
const PART_COST = 26_000;
const ROW_OVERHEAD = 110;
/** What "load all" shows at most: browsers grow slow beyond. */
const ALL_ROWS = 20_000;

export interface RowRange {
	/** The row to start at, counted from 0 over all removed, added and equal lines and gaps. */
	start: number;
	all: boolean;
	/** Side by side, an equal line is written twice. */
	split: boolean;
}

export interface TakenRows {
	blocks: Block[];
	/** The row that the next part starts at; absent at the end. */
	next?: number;
	total: number;
}

/** The rows of a diff that one answer shows, blocks cut where the part starts and ends. */
export function takeRows(blocks: readonly Block[], range: RowRange): TakenRows {
	const total = blocks.reduce((sum, block) => sum + rowsOf(block), 0);
	const end = range.all ? range.start + ALL_ROWS : affordableEnd(blocks, range);
	const taken = cutBlocks(blocks, range.start, end);
	return end < total ? { blocks: taken, total, next: end } : { blocks: taken, total };
}

export function rowsOf(block: Block): number {
	if (block.kind === "gap") return 1;
	return block.kind === "equal" ? block.lines.length : block.removed.length + block.added.length;
}

function affordableEnd(blocks: readonly Block[], { start, split }: RowRange): number {
	let cost = 0;
	let row = 0;
	for (const block of blocks) {
		const copies = split && block.kind === "equal" ? 2 : 1;
		for (const line of linesOf(block)) {
			if (row >= start) cost += ROW_OVERHEAD + copies * Math.min(MAX_LINE_COST, htmlCost(line));
			if (cost > PART_COST && row > start) return row;
			row++;
		}
	}
	return row;
}

function* linesOf(block: Block): Generator<string> {
	if (block.kind === "gap")
		yield "a link with an address of the usual length, which has several settings in it";
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
