import type { Gap } from "./diff-gap.ts";

/** For each old line the new line that it stayed, or -1. Both ascend: matches don't cross. */
export type Partners = Int32Array;

/** Line numbers on both sides, ascending. */
export interface SidedLines {
	old: number[];
	new: number[];
}

/** Equally many on both sides: old line `old[i]` stayed new line `new[i]`. */
export interface MatchedLines extends SidedLines {}

const LINES_A_STEP = 16_384;

export function createPartners(oldLength: number): Partners {
	return new Int32Array(oldLength).fill(-1);
}

export function* recordMatches(partners: Partners, matched: MatchedLines): Generator<void, void> {
	for (let index = 0; index < matched.old.length; index++) {
		partners[matched.old[index] ?? 0] = matched.new[index] ?? -1;
		if (index % LINES_A_STEP === LINES_A_STEP - 1) {
			yield;
		}
	}
}

/** Records the lines that both sides of a gap begin and end with, given what remains of it without them. */
export function recordTrimmed(partners: Partners, whole: Gap, rest: Gap): void {
	for (let line = whole.oldStart; line < rest.oldStart; line++) {
		partners[line] = line - whole.oldStart + whole.newStart;
	}
	for (let line = rest.oldEnd; line < whole.oldEnd; line++) {
		partners[line] = line - whole.oldEnd + whole.newEnd;
	}
}
