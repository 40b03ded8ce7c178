/** A stretch of a line, and whether the other version's line lacks it. */
export interface Segment {
	text: string;
	changed: boolean;
}

export interface MarkedPair {
	removed: Segment[];
	added: Segment[];
}

const WORDS = /[\p{L}\p{N}_]+|\s+|./gsu;
/** Beyond these the middle of the two lines is marked whole: the cost of a page stays bounded whatever it shows. */
const MAX_MIDDLE = 4_000;
const MAX_WORDS = 300;
/** Two lines that share less than this part of their characters are two different lines, without marks. */
const MIN_LIKENESS = 0.3;

/**
 * The words in which two lines differ. Undefined when the lines have too little in common for marks to help.
 * Cost: linear in the lines, plus at most MAX_WORDS² steps.
 */
export function markWords(removed: string, added: string): MarkedPair | undefined {
	const head = commonHead(removed, added);
	const tail = commonTail(removed.slice(head), added.slice(head));
	const oldMiddle = removed.slice(head, removed.length - tail);
	const newMiddle = added.slice(head, added.length - tail);
	const middle = markMiddle(oldMiddle, newMiddle);
	const shared = head + tail + middle.shared;
	if (shared < MIN_LIKENESS * Math.max(removed.length, added.length)) return undefined;
	const around = (segments: readonly Segment[], text: string) =>
		joinSegments([
			{ text: text.slice(0, head), changed: false },
			...segments,
			{ text: text.slice(text.length - tail), changed: false },
		]);
	return { removed: around(middle.removed, removed), added: around(middle.added, added) };
}

/** Merges neighbours of one kind and drops empty segments. */
function joinSegments(segments: readonly Segment[]): Segment[] {
	const joined: Segment[] = [];
	for (const segment of segments) {
		const last = joined.at(-1);
		if (segment.text === "") continue;
		if (last?.changed === segment.changed) last.text += segment.text;
		else joined.push({ ...segment });
	}
	return joined;
}

function markMiddle(removed: string, added: string): MarkedPair & { shared: number } {
	const oldWords = wordsOf(removed);
	const newWords = wordsOf(added);
	if (oldWords === undefined || newWords === undefined) {
		return {
			removed: [{ text: removed, changed: true }],
			added: [{ text: added, changed: true }],
			shared: 0,
		};
	}
	return walk(oldWords, newWords, longestCommon(oldWords, newWords));
}

function wordsOf(text: string): string[] | undefined {
	if (text.length > MAX_MIDDLE) return undefined;
	const words = text.match(WORDS) ?? [];
	return words.length > MAX_WORDS ? undefined : words;
}

/** The table of longest common subsequences, from the end: row i, column j tells of the words from i and j on. */
function longestCommon(oldWords: readonly string[], newWords: readonly string[]): Uint16Array[] {
	const width = newWords.length + 1;
	const table: Uint16Array[] = [];
	let below = new Uint16Array(width);
	table[oldWords.length] = below;
	for (let i = oldWords.length - 1; i >= 0; i--) {
		const row = new Uint16Array(width);
		for (let j = newWords.length - 1; j >= 0; j--) {
			const same = oldWords[i] === newWords[j];
			row[j] = same ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
		}
		table[i] = row;
		below = row;
	}
	return table;
}

function at(table: readonly Uint16Array[], i: number, j: number): number {
	return table[i]?.[j] ?? 0;
}

function walk(
	oldWords: readonly string[],
	newWords: readonly string[],
	table: readonly Uint16Array[],
): MarkedPair & { shared: number } {
	const result = { removed: [] as Segment[], added: [] as Segment[], shared: 0 };
	let i = 0;
	let j = 0;
	while (i < oldWords.length || j < newWords.length) {
		const oldWord = oldWords[i];
		const newWord = newWords[j];
		if (oldWord !== undefined && oldWord === newWord) {
			result.removed.push({ text: oldWord, changed: false });
			result.added.push({ text: oldWord, changed: false });
			result.shared += oldWord.length;
			i++;
			j++;
		} else if (
			newWord === undefined ||
			(oldWord !== undefined && at(table, i + 1, j) >= at(table, i, j + 1))
		) {
			result.removed.push({ text: oldWord ?? "", changed: true });
			i++;
		} else {
			result.added.push({ text: newWord, changed: true });
			j++;
		}
	}
	return result;
}

/** How many characters both start with, moved back to where a word starts. */
function commonHead(left: string, right: string): number {
	const limit = Math.min(left.length, right.length);
	let length = 0;
	while (length < limit && left.charCodeAt(length) === right.charCodeAt(length)) length++;
	if (length === left.length && length === right.length) return length;
	while (length > 0 && (splitsWord(left, length) || splitsWord(right, length))) length--;
	return length;
}

/** How many characters both end with, moved on to where a word ends. */
function commonTail(left: string, right: string): number {
	const limit = Math.min(left.length, right.length);
	let length = 0;
	while (
		length < limit &&
		left.charCodeAt(left.length - 1 - length) === right.charCodeAt(right.length - 1 - length)
	) {
		length++;
	}
	while (length > 0 && (splitsWord(left, left.length - length) || splitsWord(right, right.length - length)))
		length--;
	return length;
}

const INSIDE_WORD = /^(?:[\p{L}\p{N}_]{2}|\s{2})$/u;

function splitsWord(text: string, index: number): boolean {
	if (index <= 0 || index >= text.length) return false;
	const insidePair = (text.codePointAt(index - 1) ?? 0) > 0xffff;
	return insidePair || INSIDE_WORD.test(text.slice(index - 1, index + 1));
}
