import { hash } from "node:crypto";

/** Lines of a text as evidence is bound to them: what they were, and where they stood, counted from 1. */
export interface BoundLines {
	readonly firstLine: number;
	readonly lastLine: number;
	/** SHA-256, hexadecimal. */
	readonly digest: string;
	/** UTF-8 bytes, line ends in between included. */
	readonly bytes: number;
}

/** Looking for lines that moved ends after so many bytes that only looked like them. */
const MOVED_SEARCH_BYTES = 16 * 1024 * 1024;

/** The lines of a text from one to another, the last one of the text unless told; undefined when it has not as many. */
export function bindLines(text: string, firstLine: number, lastLine?: number): BoundLines | undefined {
	const index = indexLines(text);
	const last = lastLine ?? index.starts.length;
	const lines = linesAt(index, firstLine, last);
	if (lines === undefined) return undefined;
	return { firstLine, lastLine: last, digest: hash("sha256", lines, "hex"), bytes: lines.byteLength };
}

/** Whether a text still holds lines, where they were or as a whole anywhere else. */
export function holdsLines(text: string, { firstLine, lastLine, digest, bytes }: BoundLines): boolean {
	const index = indexLines(text);
	const count = lastLine - firstLine;
	let budget = MOVED_SEARCH_BYTES;
	const isHeldAt = (line: number) => {
		const lines = linesAt(index, line, line + count);
		if (lines?.byteLength !== bytes) return false;
		budget -= bytes;
		return hash("sha256", lines, "hex") === digest;
	};
	if (isHeldAt(firstLine)) return true;
	for (let line = 1; line + count <= index.starts.length && budget > 0; line++) {
		if (isHeldAt(line)) return true;
	}
	return false;
}

interface LineIndex {
	readonly bytes: Buffer;
	/** Where each line begins. */
	readonly starts: readonly number[];
	/** Where each line ends, without its line feed. */
	readonly ends: readonly number[];
}

/** A last line without a line feed counts; nothing behind the last line feed is no line. */
function indexLines(text: string): LineIndex {
	const bytes = Buffer.from(text, "utf8");
	const starts: number[] = [];
	const ends: number[] = [];
	for (let start = 0; start < bytes.byteLength; ) {
		const feed = bytes.indexOf(10, start);
		const end = feed === -1 ? bytes.byteLength : feed;
		starts.push(start);
		ends.push(end);
		start = end + 1;
	}
	return { bytes, starts, ends };
}

function linesAt({ bytes, starts, ends }: LineIndex, first: number, last: number): Buffer | undefined {
	const start = starts[first - 1];
	const end = ends[last - 1];
	return start === undefined || end === undefined ? undefined : bytes.subarray(start, end);
}
