import type { Block } from "./diff-blocks.ts";
import { isShortened } from "./shorten-segments.ts";

/** Whether a block holds a changed line of which only parts show. */
export function hasShortened(block: Block): boolean {
	return block.kind === "change" && [...block.removed, ...block.added].some(isShortened);
}
