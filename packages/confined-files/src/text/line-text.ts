import { characterStart } from "./character-start.ts";

/** The most of a line that `search_text` returns, bytes. */
export const MAX_LINE_BYTES = 1_024;

const CARRIAGE_RETURN = 13;

/** What is shown of a line: without the \r of its ending, and cut on a character boundary. */
export function lineText(line: Buffer): string {
	const end = line.at(-1) === CARRIAGE_RETURN ? line.length - 1 : line.length;
	const shown = line.subarray(0, end);
	return shown.toString("utf8", 0, characterStart(shown, MAX_LINE_BYTES));
}
