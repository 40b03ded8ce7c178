import type { Chunk } from "@cairn/scratchpad";

/** Lines that both versions hold; `old` and `new` are the numbers of the first line in each. */
export interface EqualBlock {
	kind: "equal";
	old: number;
	new: number;
	lines: readonly string[];
	noNewline?: boolean;
}

/** Lines taken away and the lines that stand in their place; one stop of the `n` and `p` keys. */
export interface ChangeBlock {
	kind: "change";
	old: number;
	new: number;
	removed: readonly string[];
	added: readonly string[];
	removedNoNewline?: boolean;
	addedNoNewline?: boolean;
}

/** Equal lines that are not shown. */
export interface GapBlock {
	kind: "gap";
	old: number;
	new: number;
	count: number;
}

export type Block = EqualBlock | ChangeBlock | GapBlock;

/** Numbers the lines of a diff's chunks and puts each removal together with the addition that replaces it. */
export function diffBlocks(chunks: readonly Chunk[]): Block[] {
	const blocks: Block[] = [];
	let oldLine = 1;
	let newLine = 1;
	for (const chunk of chunks) {
		const start = { old: oldLine, new: newLine };
		const count = chunk.elided ?? chunk.lines.length;
		if (chunk.op !== "add") oldLine += count;
		if (chunk.op !== "remove") newLine += count;
		if (chunk.op === "equal") blocks.push(equalOrGap(chunk, start));
		else addChange(blocks, chunk, start);
	}
	return blocks;
}

/** How many lines were added and removed. */
export function diffStats(chunks: readonly Chunk[]): { added: number; removed: number } {
	const linesOf = (op: Chunk["op"]) =>
		chunks.reduce((sum, chunk) => sum + (chunk.op === op ? chunk.lines.length : 0), 0);
	return { added: linesOf("add"), removed: linesOf("remove") };
}

function equalOrGap(chunk: Chunk, start: { old: number; new: number }): Block {
	if (chunk.elided !== undefined) return { kind: "gap", ...start, count: chunk.elided };
	return { kind: "equal", ...start, lines: chunk.lines, noNewline: chunk.no_newline_at_end === true };
}

function addChange(blocks: Block[], chunk: Chunk, start: { old: number; new: number }): void {
	const noNewline = chunk.no_newline_at_end === true;
	const last = blocks.at(-1);
	if (chunk.op === "add" && last?.kind === "change" && last.added.length === 0) {
		blocks[blocks.length - 1] = { ...last, new: start.new, added: chunk.lines, addedNoNewline: noNewline };
	} else if (chunk.op === "add") {
		blocks.push({ kind: "change", ...start, removed: [], added: chunk.lines, addedNoNewline: noNewline });
	} else {
		blocks.push({ kind: "change", ...start, removed: chunk.lines, added: [], removedNoNewline: noNewline });
	}
}
