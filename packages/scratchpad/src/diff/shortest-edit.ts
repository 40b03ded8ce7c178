import { type ArrayChange, diffArrays } from "diff";
import type { InternedLines } from "./intern-lines.ts";
import type { MatchedLines, SidedLines } from "./partners.ts";

/** What all searches of one diff may still cost together, in comparisons of two lines (some 8 ns each). */
export interface EditBudget {
	left: number;
}

// A search can't be interrupted, so both of its costs are bounded, together to some 20 ms: the paths it extends, which
// number half the square of the edits and cost some 20 comparisons each, and the lines it compares, enough for a
// megabyte of lines of one letter that shifted by one.
const MOST_COMPARISONS = 1_100_000;
const MOST_EDITS = 256;
const EDITS_SQUARED_COST = 10;
const SEARCH_COST = 1000;
const COST_OF_ALL_SEARCHES = 30_000_000;
const LINES_A_STEP = 16_384;

export function createEditBudget(): EditBudget {
	return { left: COST_OF_ALL_SEARCHES };
}

/**
 * As many matches as possible between some old and some new lines, by Myers' algorithm; undefined where that
 * takes more than 256 edits or 1.1 million comparisons, or where the budget is used up.
 */
export function* findShortestEdit(
	lines: InternedLines,
	candidates: SidedLines,
	budget: EditBudget,
): Generator<void, MatchedLines | undefined> {
	if (budget.left <= 0) {
		return undefined;
	}
	let comparisons = 0;
	const comparator = (oldLine: number, newLine: number) => {
		comparisons++;
		// Past the limit no line equals another, so that only the paths are left to pay for.
		return comparisons <= MOST_COMPARISONS && lines.old[oldLine] === lines.new[newLine];
	};
	yield;
	const changes = diffArrays(candidates.old, candidates.new, { maxEditLength: MOST_EDITS, comparator });
	yield;
	const found = changes !== undefined && comparisons <= MOST_COMPARISONS;
	const edits = found ? countEdits(changes) : MOST_EDITS;
	budget.left -= SEARCH_COST + comparisons + EDITS_SQUARED_COST * edits ** 2;
	return found ? yield* listMatches(changes, candidates.old) : undefined;
}

function countEdits(changes: readonly ArrayChange<number>[]): number {
	return changes.reduce((edits, { added, removed, count }) => edits + (added || removed ? count : 0), 0);
}

function* listMatches(
	changes: readonly ArrayChange<number>[],
	oldLines: readonly number[],
): Generator<void, MatchedLines> {
	const matched: MatchedLines = { old: [], new: [] };
	let oldIndex = 0;
	for (const { added, removed, count, value } of changes) {
		if (added) {
			continue;
		}
		// The library gives equal stretches as the new side has them.
		for (let index = 0; !removed && index < count; index++) {
			matched.old.push(oldLines[oldIndex + index] ?? 0);
			matched.new.push(value[index] ?? 0);
			if (index % LINES_A_STEP === LINES_A_STEP - 1) {
				yield;
			}
		}
		oldIndex += count;
	}
	return matched;
}
