import { diffLines } from "@cairn/scratchpad";
import { type Block, diffBlocks, diffStats } from "../diff/diff-blocks.ts";
import type { Content } from "./read-content.ts";

/** How one file differs between two versions, in lines where both sides have some. */
export type ContentDiff =
	| { kind: "lines"; blocks: Block[]; stats: { added: number; removed: number }; coarse: boolean }
	| { kind: "binary" }
	| { kind: "large" };

/** Equal lines beside a change. */
const CONTEXT = 3;

/** Compares what a file was with what it is; a side that lacks the file counts as empty. */
export async function diffContents(before: Content, after: Content): Promise<ContentDiff> {
	if (before.kind !== "text") return { kind: before.kind };
	if (after.kind !== "text") return { kind: after.kind };
	const { chunks, coarse } = await diffLines(before.text, after.text, { context: CONTEXT });
	return { kind: "lines", blocks: diffBlocks(chunks), stats: diffStats(chunks), coarse };
}
