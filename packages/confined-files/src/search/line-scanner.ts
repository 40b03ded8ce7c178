import { isUtf8 } from "node:buffer";
import type { OpenFile } from "../fence/open-served-file.ts";
import { characterStart } from "../text/character-start.ts";
import { countNewlines } from "../text/count-newlines.ts";
import { lineText, MAX_LINE_BYTES } from "../text/line-text.ts";
import { readAt } from "../text/read-at.ts";
import { FILE_START, type ScanPosition, type Verdict } from "./scan-position.ts";

const NEWLINE = 10;
const BLOCK_BYTES = 262_144;
/** Enough for the longest query and its overlap, however small the budget. */
const MIN_BLOCK_BYTES = 4_096;
/** The most that a stretch of a long line must overlap the next one: a query, or a character. */
const OVERLAP_BYTES = 256;

export interface LineScannerOptions {
	readonly query: Buffer;
	/** Bytes that may be read over all files. */
	readonly budget: number;
	/** Takes a line that holds the query; false when it must wait for the next page. */
	readonly onLine: (line: { readonly line: number; readonly text: string }) => boolean;
}

/**
 * Finds the lines of files that hold a text. Reads in blocks and lets the runtime's own search go over them; line ends
 * are looked for only around what was found.
 */
export class LineScanner {
	readonly #options: LineScannerOptions;
	readonly #block: Buffer;
	#budget: number;

	constructor(options: LineScannerOptions) {
		this.#options = options;
		this.#budget = options.budget;
		this.#block = Buffer.allocUnsafe(Math.min(BLOCK_BYTES, Math.max(MIN_BLOCK_BYTES, options.budget)));
	}

	/** Whether nothing more may be read. */
	get isSpent(): boolean {
		return this.#budget <= 0;
	}

	/**
	 * Whether a file holds nothing that is looked for, as far as one read tells, of all the bytes that it was found to have.
	 * Where it does, no change meanwhile can have torn anything; where this doesn't tell, `scan` does.
	 */
	holdsNothing({ fd, identity }: OpenFile): boolean {
		const size = Number(identity.size);
		if (size >= this.#block.length) return false;
		const bytes = readAt(fd, this.#block, { offset: 0, size });
		if (bytes.length !== size || bytes.includes(this.#options.query)) return false;
		this.#budget -= size;
		return true;
	}

	/** Goes on in a file; gives where to go on later, or undefined when the file is done. */
	scan({ fd, identity }: OpenFile, start: ScanPosition = FILE_START): ScanPosition | undefined {
		const size = Number(identity.size);
		let at: ScanPosition = start;
		while (!this.isSpent) {
			const bytes = readAt(fd, this.#block, { offset: at.offset, size });
			const isEnd = bytes.length < this.#block.length;
			const whole = isEnd ? bytes.length : bytes.lastIndexOf(NEWLINE) + 1;
			const inLine = at.offset !== at.lineStart;
			if (isEnd && whole === 0 && !inLine) return undefined;
			const step =
				inLine || whole === 0
					? this.#longLine(fd, bytes, at)
					: this.#wholeLines(bytes.subarray(0, whole), { at, isEnd });
			if (step.isFull) return step.at;
			if (isEnd && step.at.offset >= at.offset + bytes.length && step.at.offset === step.at.lineStart)
				return undefined;
			at = step.at;
		}
		return at;
	}

	/** Goes over bytes that begin with a line and end with one; at the file's end nobody asks for the next line's number. */
	#wholeLines(bytes: Buffer, { at, isEnd }: { at: ScanPosition; isEnd: boolean }): Step {
		const { query, onLine } = this.#options;
		let line = at.line;
		let counted = 0;
		for (let hit = bytes.indexOf(query); hit !== -1; ) {
			const start = hit === 0 ? 0 : bytes.lastIndexOf(NEWLINE, hit - 1) + 1;
			const newline = bytes.indexOf(NEWLINE, hit);
			const end = newline === -1 ? bytes.length : newline;
			line += countNewlines(bytes, counted, start);
			counted = start;
			const found = bytes.subarray(start, end);
			if (isUtf8(found) && !onLine({ line, text: lineText(found) })) {
				return { at: lineAt(at.offset + start, line), isFull: true };
			}
			hit = bytes.indexOf(query, end);
		}
		this.#budget -= bytes.length;
		if (!isEnd) line += countNewlines(bytes, counted, bytes.length);
		return { at: lineAt(at.offset + bytes.length, line), isFull: false };
	}

	/** Goes over a stretch of a line that is longer than a block, up to its end if that is in it. */
	#longLine(fd: number, bytes: Buffer, at: ScanPosition): Step {
		const newline = bytes.indexOf(NEWLINE);
		const isLast = newline === -1 && bytes.length < this.#block.length;
		const inLine = newline === -1 ? bytes : bytes.subarray(0, newline);
		const end =
			newline !== -1 || isLast ? inLine.length : characterStart(bytes, bytes.length - OVERLAP_BYTES);
		const verdict = this.#judge(at.verdict, { stretch: inLine.subarray(0, end), searched: inLine });
		this.#budget -= end + 1;
		if (newline === -1 && !isLast) return { at: { ...at, offset: at.offset + end, verdict }, isFull: false };
		if (verdict === "matched" && !this.#takeLongLine(fd, at)) return { at, isFull: true };
		return { at: lineAt(at.offset + end + (isLast ? 0 : 1), at.line + 1), isFull: false };
	}

	#judge(before: Verdict, { stretch, searched }: { stretch: Buffer; searched: Buffer }): Verdict {
		if (before === "not text" || !isUtf8(stretch)) return "not text";
		return before === "matched" || searched.includes(this.#options.query) ? "matched" : "open";
	}

	#takeLongLine(fd: number, { lineStart, line }: ScanPosition): boolean {
		const head = readAt(fd, Buffer.allocUnsafe(MAX_LINE_BYTES + 4), { offset: lineStart });
		return this.#options.onLine({ line, text: lineText(head) });
	}
}

interface Step {
	readonly at: ScanPosition;
	/** Whether a line had to be left for the next page. */
	readonly isFull: boolean;
}

function lineAt(offset: number, line: number): ScanPosition {
	return { offset, line, lineStart: offset, verdict: "open" };
}
