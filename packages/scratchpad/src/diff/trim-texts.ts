import { commonPrefixLength, commonSuffixLength } from "./common-ends.ts";
import type { Gap } from "./diff-gap.ts";
import { isUnterminatedLine, type SplitText } from "./split-lines.ts";

const LINES_A_STEP = 8192;

/** A text and its lines. */
export interface TextWithLines extends SplitText {
	readonly text: string;
}

/**
 * What remains of two texts without the lines that both begin and end with. Goes by the characters that they have in
 * common: to compare line with line would take longest of all that the diff of a small change has to do.
 */
export function* trimTexts(old: TextWithLines, fresh: TextWithLines): Generator<void, Gap> {
	const gap = { oldStart: 0, oldEnd: old.lines.length, newStart: 0, newEnd: fresh.lines.length };
	let left = commonPrefixLength(old.text, fresh.text);
	while (gap.oldStart < gap.oldEnd && gap.newStart < gap.newEnd) {
		left -= lineLength(old, gap.oldStart);
		if (left < 0 || lineLength(fresh, gap.newStart) !== lineLength(old, gap.oldStart)) break;
		gap.oldStart++;
		gap.newStart++;
		if (gap.oldStart % LINES_A_STEP === 0) yield;
	}
	left = commonSuffixLength(old.text, fresh.text);
	while (gap.oldStart < gap.oldEnd && gap.newStart < gap.newEnd) {
		left -= lineLength(old, gap.oldEnd - 1);
		if (left < 0 || lineLength(fresh, gap.newEnd - 1) !== lineLength(old, gap.oldEnd - 1)) break;
		gap.oldEnd--;
		gap.newEnd--;
		if (gap.oldEnd % LINES_A_STEP === 0) yield;
	}
	return gap;
}

/** With its "\n". */
function lineLength(text: SplitText, line: number): number {
	return (text.lines[line]?.length ?? 0) + (isUnterminatedLine(text, line) ? 0 : 1);
}
