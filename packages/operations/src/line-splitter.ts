/** What is kept of a line that is too long: enough of both ends to find out which request it was. */
const KEPT_BYTES = 1024;
const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** One line without its newline (and without a carriage return before it). */
export interface WholeLine {
	readonly bytes: Buffer;
}

/** A line over the limit, after its end was seen: its length in bytes and both ends. */
export interface OverlongLine {
	readonly length: number;
	readonly head: Buffer;
	readonly tail: Buffer;
}

/**
 * Cuts a stream of bytes into lines in linear time and bounded memory, however the chunks fall. Lines are taken one by
 * one, so that whoever reads them can stop in the middle of a chunk.
 */
export class LineSplitter {
	readonly #maxBytes: number;
	/** Chunks that were not looked at yet, the first one from `#offset` on. */
	readonly #waiting: Buffer[] = [];
	#offset = 0;
	/** The parts of the line that has begun. */
	#parts: Buffer[] = [];
	#length = 0;
	#head: Buffer | undefined;

	constructor(maxBytes: number) {
		this.#maxBytes = maxBytes;
	}

	/** Takes the next bytes of the stream. */
	push(chunk: Buffer): void {
		this.#waiting.push(chunk);
	}

	/** The next line that is complete, or undefined until more bytes come. */
	next(): WholeLine | OverlongLine | undefined {
		for (let chunk = this.#waiting[0]; chunk !== undefined; chunk = this.#waiting[0]) {
			const end = chunk.indexOf(NEWLINE, this.#offset);
			if (end !== -1) {
				this.#collect(chunk.subarray(this.#offset, end));
				this.#offset = end + 1;
				return this.#finishLine();
			}
			this.#collect(chunk.subarray(this.#offset));
			this.#waiting.shift();
			this.#offset = 0;
		}
		return undefined;
	}

	#collect(part: Buffer): void {
		if (part.length === 0) return;
		this.#length += part.length;
		this.#parts.push(part);
		if (this.#length <= this.#maxBytes) return;
		const held = this.#parts.length === 1 ? part : Buffer.concat(this.#parts);
		this.#head ??= Buffer.from(held.subarray(0, KEPT_BYTES));
		this.#parts = [Buffer.from(held.subarray(-KEPT_BYTES))];
	}

	#finishLine(): WholeLine | OverlongLine {
		const [first, second] = this.#parts;
		const held = first !== undefined && second === undefined ? first : Buffer.concat(this.#parts);
		const head = this.#head;
		const length = this.#length;
		this.#parts = [];
		this.#length = 0;
		this.#head = undefined;
		if (head !== undefined) return { length, head, tail: held };
		return { bytes: held.at(-1) === CARRIAGE_RETURN ? held.subarray(0, -1) : held };
	}
}
