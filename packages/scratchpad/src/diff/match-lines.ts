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

// Where fewer lines are rare, one that moved is likely to be among them, and would keep all that it crossed from
// matching.
const LINES_AN_ANCHOR = 32;

// Each cut makes lines rare that weren't; a text made for it could go on for thousands of cuts, each of which reads
// nearly the whole gap again.
const MOST_DEPTH = 10;
const CUTS_A_STEP = 4096;

/**
 * Matches as many lines of a gap as possible in `partners`. Where finding the most would be too dear, it cuts the
 * gap at matches that are cheap to find, goes on with what lies between, and returns true: more lines may match
 * than it found. The whole work is bounded, and no step of it takes longer than some 20 ms.
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
	if (gap.depth < MOST_DEPTH) {
		const cuts = yield* findCuts(search, gap, shared);
		yield* recordMatches(partners, cuts);
		yield* cutGap(search, gap, cuts);
	}
}

/** Matches to cut a gap at: many rare lines, or those of windows, or else what rare lines there are. */
function* findCuts(search: Search, gap: Gap, shared: SharedLines): Generator<void, MatchedLines> {
	const anchors = yield* findAnchors(search.lines, shared, search.tally);
	const shorterSide = Math.min(gap.oldEnd - gap.oldStart, gap.newEnd - gap.newStart);
	if (anchors.old.length * LINES_AN_ANCHOR >= shorterSide) {
		return anchors;
	}
	const windowed = yield* findWindowedEdit(search.lines, gap, search.budget);
	return windowed.old.length > 0 ? windowed : anchors;
}

/** Appends what lies between some matches, less the lines that extend them: these match too. */
function* cutGap(search: Search, gap: CutGap, cuts: MatchedLines): Generator<void, void> {
	const { lines, partners } = search;
	const same = (oldLine: number, newLine: number) => lines.old[oldLine] === lines.new[newLine];
	let { oldStart, newStart } = gap;
	for (let index = 0; cuts.old.length > 0 && index <= cuts.old.length; index++) {
		const oldEnd = cuts.old[index] ?? gap.oldEnd;
		const newEnd = cuts.new[index] ?? gap.newEnd;
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
		if (index % CUTS_A_STEP === CUTS_A_STEP - 1) {
			yield;
		}
	}
}
