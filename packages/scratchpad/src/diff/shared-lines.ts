import type { Gap } from "./diff-gap.ts";
import type { InternedLines } from "./intern-lines.ts";
import type { SidedLines } from "./partners.ts";

/** The lines of a gap that occur on both of its sides: all others are removed or added, whatever else is. */
export interface SharedLines extends SidedLines {
	/** Of the lines that occur equally often on both sides, how often the rarest does; 0 where there are none. */
	rarest: number;
	/** No shared line occurs twice on a side. */
	unique: boolean;
}

/** What is known of each interned line (its number is the index) in the gap that was looked at last. */
export interface LineTally {
	/** How often it occurs on either side. */
	inOld: Int32Array;
	inNew: Int32Array;
	/** Room for the chain of its occurrences in the new text: the first one, and after each new line the next. */
	firstNew: Int32Array;
	nextNew: Int32Array;
}

const LINES_A_STEP = 16_384;

/** Makes the room for a tally, once for all gaps of a diff. */
export function createLineTally(lines: InternedLines): LineTally {
	return {
		inOld: new Int32Array(lines.distinct),
		inNew: new Int32Array(lines.distinct),
		firstNew: new Int32Array(lines.distinct),
		nextNew: new Int32Array(lines.new.length),
	};
}

/** Tallies the lines of a gap and finds the shared ones. The cost grows with the gap alone. */
export function* findSharedLines(
	lines: InternedLines,
	gap: Gap,
	tally: LineTally,
): Generator<void, SharedLines> {
	yield* countLines(lines, gap, tally);
	const shared: SharedLines = { old: [], new: [], rarest: 0, unique: true };
	for (let line = gap.oldStart; line < gap.oldEnd; line++) {
		const id = lines.old[line] ?? 0;
		if (tally.inNew[id] !== 0) {
			shared.old.push(line);
			noteCounts(shared, tally.inOld[id] ?? 0, tally.inNew[id] ?? 0);
		}
		if (line % LINES_A_STEP === 0) {
			yield;
		}
	}
	for (let line = gap.newStart; line < gap.newEnd; line++) {
		if (tally.inOld[lines.new[line] ?? 0] !== 0) {
			shared.new.push(line);
		}
		if (line % LINES_A_STEP === 0) {
			yield;
		}
	}
	return shared;
}

function* countLines(lines: InternedLines, gap: Gap, tally: LineTally): Generator<void, void> {
	const old = lines.old.subarray(gap.oldStart, gap.oldEnd);
	const fresh = lines.new.subarray(gap.newStart, gap.newEnd);
	// Clearing only what this gap holds keeps small gaps cheap, however many lines the texts have.
	yield* clearCounts(old, tally);
	yield* clearCounts(fresh, tally);
	yield* addCounts(old, tally.inOld);
	yield* addCounts(fresh, tally.inNew);
}

function* clearCounts(ids: Int32Array, tally: LineTally): Generator<void, void> {
	for (let index = 0; index < ids.length; index++) {
		const id = ids[index] ?? 0;
		tally.inOld[id] = 0;
		tally.inNew[id] = 0;
		if (index % LINES_A_STEP === LINES_A_STEP - 1) {
			yield;
		}
	}
}

function* addCounts(ids: Int32Array, counts: Int32Array): Generator<void, void> {
	for (let index = 0; index < ids.length; index++) {
		const id = ids[index] ?? 0;
		counts[id] = (counts[id] ?? 0) + 1;
		if (index % LINES_A_STEP === LINES_A_STEP - 1) {
			yield;
		}
	}
}

function noteCounts(shared: SharedLines, inOld: number, inNew: number): void {
	if (inOld === inNew && (shared.rarest === 0 || inOld < shared.rarest)) {
		shared.rarest = inOld;
	}
	if (inOld !== 1 || inNew !== 1) {
		shared.unique = false;
	}
}
