import { isUtf8 } from "node:buffer";
import { ToolError } from "../tool-error.ts";
import type { Pacer } from "../walk/pacer.ts";
import { characterStart } from "./character-start.ts";
import { readAt } from "./read-at.ts";

const BLOCK_BYTES = 1_048_576;

/**
 * Reads through a file up to some bytes, to refuse one that is not UTF-8 at its first page and not in the middle.
 * @throws ToolError `not_text`
 */
export async function requireText(
	fd: number,
	{ upTo, pacer }: { upTo: number; pacer: Pacer },
): Promise<void> {
	const block = Buffer.allocUnsafe(BLOCK_BYTES);
	let offset = 0;
	while (offset < upTo) {
		const bytes = readAt(fd, block, { offset });
		const isEnd = bytes.length < BLOCK_BYTES;
		const whole = isEnd ? bytes.length : characterStart(bytes, BLOCK_BYTES - 4);
		if (!isUtf8(bytes.subarray(0, whole))) throw notText();
		if (isEnd) return;
		offset += whole;
		if (pacer.isDue) await pacer.rest();
	}
}

export function notText(): ToolError {
	return new ToolError(
		"not_text",
		"That file is not UTF-8 text, so this tool does not read it; search_text finds the lines of it that are.",
	);
}
