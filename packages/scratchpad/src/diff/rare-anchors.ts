import type { InternedLines } from "./intern-lines.ts";
import { longestIncreasing } from "./longest-increasing.ts";
import type { MatchedLines } from "./partners.ts";
import type { LineTally, SharedLines } from "./shared-lines.ts";

// The more often a line occurs, the less its order tells which of its occurrences belong together.
const MOST_OCCURRENCES = 8;
const LINES_A_STEP = 8192;

/**
 * Matches the rarest shared lines of a gap: those that are unique to both sides or, where there are none, that
 * occur twice on both, and so on up to 8 times, the first with the first. Of pairs that cross it keeps the most
 * that don't. Where all shared lines are unique, no matching of the gap is longer.
 */
export function* findAnchors(
	lines: InternedLines,
	shared: SharedLines,
	tally: LineTally,
): Generator<void, MatchedLines> {
	if (shared.rarest === 0 || shared.rarest > MOST_OCCURRENCES) {
		return { old: [], new: [] };
	}
	const pairs = yield* pairOccurrences(lines, shared, tally);
	const kept = yield* longestIncreasing(pairs.new);
	return { old: yield* pick(pairs.old, kept), new: yield* pick(pairs.new, kept) };
}

/** Pairs the nth occurrence on one side with the nth on the other, in the order of the old lines. */
function* pairOccurrences(
	lines: InternedLines,
	shared: SharedLines,
	tally: LineTally,
): Generator<void, MatchedLines> {
	for (let index = shared.new.length - 1; index >= 0; index--) {
		const line = shared.new[index] ?? 0;
		const id = lines.new[line] ?? 0;
		tally.nextNew[line] = tally.firstNew[id] ?? 0;
		tally.firstNew[id] = line;
		if (index % LINES_A_STEP === 0) {
			yield;
		}
	}
	const pairs: MatchedLines = { old: [], new: [] };
	for (let index = 0; index < shared.old.length; index++) {
		const line = shared.old[index] ?? 0;
		const id = lines.old[line] ?? 0;
		if (tally.inOld[id] === shared.rarest && tally.inNew[id] === shared.rarest) {
			const partner = tally.firstNew[id] ?? 0;
			tally.firstNew[id] = tally.nextNew[partner] ?? 0;
			pairs.old.push(line);
			pairs.new.push(partner);
		}
		if (index % LINES_A_STEP === 0) {
			yield;
		}
	}
	return pairs;
}

function* pick(lines: readonly number[], indexes: readonly number[]): Generator<void, number[]> {
	const picked: number[] = [];
	for (let place = 0; place < indexes.length; place++) {
		picked.push(lines[indexes[place] ?? 0] ?? 0);
		if (place % LINES_A_STEP === LINES_A_STEP - 1) {
			yield;
		}
	}
	return picked;
}
