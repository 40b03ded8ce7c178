import type { Gap } from "./diff-gap.ts";
import type { InternedLines } from "./intern-lines.ts";
import type { MatchedLines } from "./partners.ts";
import { type EditBudget, findShortestEdit } from "./shortest-edit.ts";

const WINDOW_LINES = 1024;
const MOST_MISSES = 3;

/**
 * Matches in a gap of which a shortest edit is too dear to find at once: the edits of windows that slide over both
 * sides. It follows lines that shift by some hundred. A window with more than 256 edits is left unmatched, and after
 * three of these in a row so is the rest: it doesn't run in parallel.
 */
export function* findWindowedEdit(
	lines: InternedLines,
	gap: Gap,
	budget: EditBudget,
): Generator<void, MatchedLines> {
	const matched: MatchedLines = { old: [], new: [] };
	let { oldStart, newStart } = gap;
	let misses = 0;
	while (oldStart < gap.oldEnd && newStart < gap.newEnd && misses < MOST_MISSES && budget.left > 0) {
		const window = {
			old: lineNumbers(oldStart, Math.min(oldStart + WINDOW_LINES, gap.oldEnd)),
			new: lineNumbers(newStart, Math.min(newStart + WINDOW_LINES, gap.newEnd)),
		};
		const edit = (yield* findShortestEdit(lines, window, budget)) ?? { old: [], new: [] };
		// The last quarter may be bent by where the window happens to end, so the next window sees it again.
		const kept = Math.ceil(edit.old.length * 0.75);
		matched.old.push(...edit.old.slice(0, kept));
		matched.new.push(...edit.new.slice(0, kept));
		misses = kept > 0 ? 0 : misses + 1;
		oldStart = (edit.old[kept - 1] ?? oldStart + WINDOW_LINES - 1) + 1;
		newStart = (edit.new[kept - 1] ?? newStart + WINDOW_LINES - 1) + 1;
	}
	return matched;
}

function lineNumbers(start: number, end: number): number[] {
	return Array.from({ length: end - start }, (_, index) => start + index);
}
