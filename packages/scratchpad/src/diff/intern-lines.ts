import type { Gap } from "./diff-gap.ts";
import { isUnterminatedLine, type SplitText } from "./split-lines.ts";

/** Both texts' lines as numbers below `distinct`: equal numbers, equal lines. Lines outside the gap hold 0. */
export interface InternedLines {
	old: Int32Array;
	new: Int32Array;
	distinct: number;
}

const LINES_A_STEP = 4096;

/** Numbers the lines of a gap, so that comparing two of them costs the same however long they are. */
export function* internLines(before: SplitText, after: SplitText, gap: Gap): Generator<void, InternedLines> {
	const numbers = new Map<string, number>();
	const old = yield* internSide(before, [gap.oldStart, gap.oldEnd], numbers);
	const fresh = yield* internSide(after, [gap.newStart, gap.newEnd], numbers);
	return { old, new: fresh, distinct: numbers.size };
}

function* internSide(
	text: SplitText,
	[start, end]: [number, number],
	numbers: Map<string, number>,
): Generator<void, Int32Array> {
	const interned = new Int32Array(text.lines.length);
	for (let line = start; line < end; line++) {
		const key = lineKey(text, line);
		let number = numbers.get(key);
		if (number === undefined) {
			number = numbers.size;
			numbers.set(key, number);
		}
		interned[line] = number;
		if (line % LINES_A_STEP === 0) {
			yield;
		}
	}
	return interned;
}

/** A last line without its newline equals no line that has one: no line holds a "\n", so the mark is free. */
function lineKey(text: SplitText, line: number): string {
	const content = text.lines[line] ?? "";
	return isUnterminatedLine(text, line) ? `${content}\n` : content;
}
