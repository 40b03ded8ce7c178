import { type Gap, isOneSided, trimGap } from "./diff-gap.ts";
import type { InternedLines } from "./intern-lines.ts";
import { type MatchedLines, type Partners, recordMatches, recordTrimmed } from "./partners.ts";
import { findAnchors } from "./rare-anchors.ts";
import { createLineTally, findSharedLines, type LineTally, type SharedLines } from "./shared-lines.ts";
import { createEditBudget, type EditBudget, findShortestEdit } from "./shortest-edit.ts";
import { findWindowedEdit } from "./windowed-edit.ts";

interface Search {
	lines: InternedLines;
	partners: Partners;
	tally: LineTally;
	budget: EditBudget;
	/** Gaps to be matched; those that are cut from one are appended. */
	gaps: CutGap[];
	coarse: boolean;
}

interface CutGap extends Gap {
	/** How many cuts, one within the other, made this gap. */
	depth: number;
}

// Each cut makes lines rare that weren't; a text made for it could go on for thousands of cuts, each of which reads
// nearly the whole gap again.
const MOST_DEPTH = 10;
const ANCHORS_A_STEP = 4096;

/**
 * Matches as many lines of a gap as possible in `partners`. Where finding the most would be too dear, it cuts the
 * gap at rare lines and matches what lies between, or else matches it window by window; then it returns true: there
 * may be more matches than it made. Within its budget of work, no step takes longer than some 20 ms.
 */
export function* matchLines(lines: InternedLines, gap: Gap, partners: Partners): Generator<void, boolean> {
	const search: Search = {
		lines,
		partners,
		tally: createLineTally(lines),
		budget: createEditBudget(),
		gaps: [{ ...gap, depth: 0 }],
		coarse: false,
	};
	for (const next of search.gaps) {
		const shared = yield* findSharedLines(lines, next, search.tally);
		if (shared.old.length > 0) {
			yield* matchShared(search, next, shared);
		}
		yield;
	}
	return search.coarse;
}

function* matchShared(search: Search, gap: CutGap, shared: SharedLines): Generator<void, void> {
	const { lines, partners, tally, budget } = search;
	const most = shared.unique
		? yield* findAnchors(lines, shared, tally)
		: yield* findShortestEdit(lines, shared, budget);
	if (most !== undefined) {
		yield* recordMatches(partners, most);
		return;
	}
	search.coarse = true;
	const anchors = gap.depth < MOST_DEPTH ? yield* findAnchors(lines, shared, tally) : undefined;
	if (anchors !== undefined && anchors.old.length > 0) {
		yield* recordMatches(partners, anchors);
		yield* cutGap(search, gap, anchors);
	} else {
		yield* recordMatches(partners, yield* findWindowedEdit(lines, gap, budget));
	}
}

/** Appends what lies between the anchors, less the lines that extend an anchor: these match. */
function* cutGap(search: Search, gap: CutGap, anchors: MatchedLines): Generator<void, void> {
	const { lines, partners } = search;
	const same = (oldLine: number, newLine: number) => lines.old[oldLine] === lines.new[newLine];
	let { oldStart, newStart } = gap;
	for (let index = 0; index <= anchors.old.length; index++) {
		const oldEnd = anchors.old[index] ?? gap.oldEnd;
		const newEnd = anchors.new[index] ?? gap.newEnd;
		const between = { oldStart, oldEnd, newStart, newEnd };
		if (!isOneSided(between)) {
			const rest = yield* trimGap(between, same);
			recordTrimmed(partners, between, rest);
			if (!isOneSided(rest)) {
				search.gaps.push({ ...rest, depth: gap.depth + 1 });
			}
		}
		oldStart = oldEnd + 1;
		newStart = newEnd + 1;
		if (index % ANCHORS_A_STEP === ANCHORS_A_STEP - 1) {
			yield;
		}
	}
}
