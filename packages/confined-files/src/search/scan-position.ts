/** What is known of a long line so far: whether the query was met in it, or something that is no UTF-8. */
export type Verdict = (typeof VERDICTS)[number];

const VERDICTS = ["open", "matched", "not text"] as const;

/** Where a search stands in a file: at the start of a line, or within one that is longer than what is read at once. */
export interface ScanPosition {
	readonly offset: number;
	/** The number of the line, from 1. */
	readonly line: number;
	readonly lineStart: number;
	readonly verdict: Verdict;
}

export const FILE_START: ScanPosition = { offset: 0, line: 1, lineStart: 0, verdict: "open" };

/** A position as a cursor carries it: the number of the file in the scope, and the place in it. */
export type SearchPosition = readonly [
	file: number,
	offset: number,
	line: number,
	lineStart: number,
	verdict: number,
];

export const SEARCH_START: SearchPosition = packPosition(0, FILE_START);

export function packPosition(
	file: number,
	{ offset, line, lineStart, verdict }: ScanPosition,
): SearchPosition {
	return [file, offset, line, lineStart, VERDICTS.indexOf(verdict)];
}

export function unpackPosition([file, offset, line, lineStart, verdict]: SearchPosition): {
	readonly file: number;
	readonly at: ScanPosition;
} {
	return { file, at: { offset, line, lineStart, verdict: VERDICTS[verdict] ?? "open" } };
}
