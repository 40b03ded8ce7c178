import { alignLines } from "./align-lines.ts";
import type { ChangeBlock } from "./diff-blocks.ts";
import { markWords, type Segment } from "./word-marks.ts";

export interface NumberedLine {
	number: number;
	segments: Segment[];
}

/** One row side by side: a removed line, the added line that answers it, or both. */
export interface PairedRow {
	removed?: NumberedLine;
	added?: NumberedLine;
}

/** Pairs the removed and added lines of a change and marks the words in which partners differ. */
export function pairLines(block: ChangeBlock): PairedRow[] {
	return alignLines(block.removed, block.added).map(([i, j]) => {
		const removed = i === undefined ? undefined : block.removed[i];
		const added = j === undefined ? undefined : block.added[j];
		const marks = removed !== undefined && added !== undefined ? markWords(removed, added) : undefined;
		return {
			...(i !== undefined && {
				removed: { number: block.old + i, segments: marks?.removed ?? whole(removed) },
			}),
			...(j !== undefined && { added: { number: block.new + j, segments: marks?.added ?? whole(added) } }),
		};
	});
}

function whole(text = ""): Segment[] {
	return text === "" ? [] : [{ text, changed: false }];
}
