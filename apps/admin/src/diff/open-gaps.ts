import type { Block, GapBlock } from "./diff-blocks.ts";

/** How many hidden lines one click brings. */
const GAP_STEP = 200;

/**
 * Replaces the gaps that start at one of the given new line numbers by up to {@link GAP_STEP} of their lines; what
 * is left of a longer gap stays a gap, which has a number of its own and so can be opened in turn.
 */
export function openGaps(
	blocks: readonly Block[],
	newLines: readonly string[],
	opened: ReadonlySet<number>,
): Block[] {
	return blocks.flatMap((block) => (block.kind === "gap" ? openGap(block, newLines, opened) : [block]));
}

/** The lines that one click brings: those of the gap from a new line number on, and what is left of it. */
export function openOneGap(blocks: readonly Block[], newLines: readonly string[], newLine: number): Block[] {
	const gap = blocks.find(
		(block): block is GapBlock =>
			block.kind === "gap" && block.new <= newLine && newLine < block.new + block.count,
	);
	return gap === undefined ? [] : openGap(skipLines(gap, newLine - gap.new), newLines, new Set([newLine]));
}

function openGap(gap: GapBlock, newLines: readonly string[], opened: ReadonlySet<number>): Block[] {
	const blocks: Block[] = [];
	let rest = gap;
	while (rest.count > 0 && opened.has(rest.new)) {
		const count = Math.min(rest.count, GAP_STEP);
		const lines = newLines.slice(rest.new - 1, rest.new - 1 + count);
		blocks.push({ kind: "equal", old: rest.old, new: rest.new, lines });
		rest = skipLines(rest, count);
	}
	if (rest.count > 0) blocks.push(rest);
	return blocks;
}

function skipLines(gap: GapBlock, count: number): GapBlock {
	return { kind: "gap", old: gap.old + count, new: gap.new + count, count: gap.count - count };
}
