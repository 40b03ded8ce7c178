import type { Language } from "./language.ts";

/** A stretch of a line that is set off; columns count from 0. */
export interface Mark {
	from: number;
	to: number;
	kind: "comment" | "string" | "keyword";
}

/** Longer texts stay plain. */
const MAX_LENGTH = 200_000;

/** The comments, strings and keywords of a text, for each of its lines that has some. */
export function highlight(
	text: string,
	language: Language | undefined,
): ReadonlyMap<number, readonly Mark[]> {
	const lines = new Map<number, Mark[]>();
	if (language === undefined || text.length > MAX_LENGTH) return lines;
	const starts = lineStarts(text);
	let line = 0;
	for (const { from, to, kind } of marksOf(text, language)) {
		while ((starts[line + 1] ?? Number.POSITIVE_INFINITY) <= from) line++;
		for (let start = from; start < to; line++) {
			const lineStart = starts[line] ?? 0;
			const next = starts[line + 1] ?? Number.POSITIVE_INFINITY;
			const end = Math.min(to, next - 1);
			if (end > start) addMark(lines, line + 1, { from: start - lineStart, to: end - lineStart, kind });
			if (to <= next) break;
			start = next;
		}
	}
	return lines;
}

function addMark(lines: Map<number, Mark[]>, number: number, mark: Mark): void {
	const marks = lines.get(number);
	if (marks === undefined) lines.set(number, [mark]);
	else marks.push(mark);
}

function lineStarts(text: string): number[] {
	const starts = [0];
	for (let newline = text.indexOf("\n"); newline !== -1; newline = text.indexOf("\n", newline + 1)) {
		starts.push(newline + 1);
	}
	return starts;
}

function* marksOf(text: string, { pattern, closers, keywords }: Language): Generator<Mark> {
	const find = new RegExp(pattern);
	for (let match = find.exec(text); match !== null; match = find.exec(text)) {
		const from = match.index;
		const { comment, string, key, open, heredoc, word } = match.groups ?? {};
		if (comment !== undefined) yield { from, to: find.lastIndex, kind: "comment" };
		else if (string !== undefined) yield { from, to: find.lastIndex, kind: "string" };
		else if (key !== undefined || (word !== undefined && keywords.has(word)))
			yield { from, to: find.lastIndex, kind: "keyword" };
		else if (open !== undefined) {
			const closer = closers[open];
			if (closer === undefined) continue;
			find.lastIndex = endAfter(text, find.lastIndex, closer.end);
			yield { from, to: find.lastIndex, kind: closer.kind };
		} else if (heredoc !== undefined) {
			const body = bodyOf(text, find.lastIndex, heredoc);
			find.lastIndex = body.to;
			yield { ...body, kind: "string" };
		}
	}
}

/** Where what was opened ends: after its closer, or with the text. What stands in `$(…)` belongs to it. */
function endAfter(text: string, start: number, closer: RegExp): number {
	const find = new RegExp(closer);
	find.lastIndex = start;
	let depth = 0;
	for (let match = find.exec(text); match !== null; match = find.exec(text)) {
		const found = match[0];
		if (found === "$(" || (found === "(" && depth > 0)) depth++;
		else if (found === ")") depth = Math.max(0, depth - 1);
		else if (found !== "(" && !found.startsWith("\\") && depth === 0) return find.lastIndex;
	}
	return text.length;
}

/** The lines of a here-document, from the line after it was opened to the one that holds its word alone. */
function bodyOf(text: string, start: number, word: string): { from: number; to: number } {
	const newline = text.indexOf("\n", start);
	if (newline === -1) return { from: text.length, to: text.length };
	const find = new RegExp(`^\\t*${word}$`, "gm");
	find.lastIndex = newline + 1;
	const end = find.exec(text);
	return { from: newline + 1, to: end === null ? text.length : end.index };
}
