/** Indices of a removed and an added line that stand in one row; one of them may lack a partner. */
export type LinePair = [removed: number | undefined, added: number | undefined];

/** Beyond so many combinations lines are paired in their order: the cost of a page stays bounded. */
const MAX_COMBINATIONS = 400;
/** How much of a line is looked at. */
const LOOK = 200;
/** Lines that share less than this part of their ends are no partners. */
const MIN_LIKENESS = 0.4;

/** Pairs the lines of a change so that the likest stand side by side, both sides staying in order. */
export function alignLines(removed: readonly string[], added: readonly string[]): LinePair[] {
	if (removed.length === added.length || removed.length * added.length > MAX_COMBINATIONS) {
		return Array.from({ length: Math.max(removed.length, added.length) }, (_, index) => [
			index < removed.length ? index : undefined,
			index < added.length ? index : undefined,
		]);
	}
	return walkBest(removed, added, bestScores(removed, added));
}

/** The best sum of likenesses from each pair of positions on. */
function bestScores(removed: readonly string[], added: readonly string[]): number[][] {
	const scores = Array.from({ length: removed.length + 1 }, () =>
		new Array<number>(added.length + 1).fill(0),
	);
	for (let i = removed.length - 1; i >= 0; i--) {
		for (let j = added.length - 1; j >= 0; j--) {
			const paired = likeness(removed[i] ?? "", added[j] ?? "") + scoreAt(scores, i + 1, j + 1);
			const row = scores[i] ?? [];
			row[j] = Math.max(paired, scoreAt(scores, i + 1, j), scoreAt(scores, i, j + 1));
		}
	}
	return scores;
}

function walkBest(removed: readonly string[], added: readonly string[], scores: number[][]): LinePair[] {
	const pairs: LinePair[] = [];
	let i = 0;
	let j = 0;
	while (i < removed.length || j < added.length) {
		const like = i < removed.length && j < added.length ? likeness(removed[i] ?? "", added[j] ?? "") : 0;
		if (like > 0 && scoreAt(scores, i, j) === like + scoreAt(scores, i + 1, j + 1)) pairs.push([i++, j++]);
		else if (
			j >= added.length ||
			(i < removed.length && scoreAt(scores, i + 1, j) >= scoreAt(scores, i, j + 1))
		) {
			pairs.push([i++, undefined]);
		} else pairs.push([undefined, j++]);
	}
	return pairs;
}

function scoreAt(scores: readonly (readonly number[])[], i: number, j: number): number {
	return scores[i]?.[j] ?? 0;
}

/** The part of two lines that their common start and end make up, 0 when that is too little. */
function likeness(left: string, right: string): number {
	const limit = Math.min(left.length, right.length, LOOK);
	let head = 0;
	while (head < limit && left.charCodeAt(head) === right.charCodeAt(head)) head++;
	let tail = 0;
	while (
		tail < limit - head &&
		left.charCodeAt(left.length - 1 - tail) === right.charCodeAt(right.length - 1 - tail)
	) {
		tail++;
	}
	const part = (head + tail) / Math.max(1, Math.min(LOOK, Math.max(left.length, right.length)));
	return part < MIN_LIKENESS ? 0 : part;
}
