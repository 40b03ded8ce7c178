/** What is kept of a line that is too long: enough of both ends to find out which request it was. */
const KEPT_BYTES = 1024;
const NEWLINE = 0x0a;

export interface LineHandlers {
	/** One line without its newline (and without a carriage return before it). */
	readonly onLine: (line: Buffer) => void;
	/** A line over the limit, after its end was seen: its length and both ends. */
	readonly onOverlong: (line: { bytes: number; head: Buffer; tail: Buffer }) => void;
}

/** Cuts a stream of bytes into lines in linear time and bounded memory, however the chunks fall. */
export class LineSplitter {
	readonly #maxBytes: number;
	readonly #handlers: LineHandlers;
	#chunks: Buffer[] = [];
	#bytes = 0;
	#head: Buffer | undefined;

	constructor(maxBytes: number, handlers: LineHandlers) {
		this.#maxBytes = maxBytes;
		this.#handlers = handlers;
	}

	/** Takes the next bytes of the stream and reports each line that they complete. */
	push(chunk: Buffer): void {
		let start = 0;
		for (;;) {
			const end = chunk.indexOf(NEWLINE, start);
			if (end === -1) break;
			this.#collect(chunk.subarray(start, end));
			this.#finishLine();
			start = end + 1;
		}
		if (start < chunk.length) this.#collect(chunk.subarray(start));
	}

	#collect(part: Buffer): void {
		this.#bytes += part.length;
		this.#chunks.push(part);
		if (this.#bytes <= this.#maxBytes) return;
		const held = this.#chunks.length === 1 ? part : Buffer.concat(this.#chunks);
		this.#head ??= Buffer.from(held.subarray(0, KEPT_BYTES));
		this.#chunks = [Buffer.from(held.subarray(-KEPT_BYTES))];
	}

	#finishLine(): void {
		const line = this.#chunks.length === 1 && this.#chunks[0] ? this.#chunks[0] : Buffer.concat(this.#chunks);
		const head = this.#head;
		const bytes = this.#bytes;
		this.#chunks = [];
		this.#bytes = 0;
		this.#head = undefined;
		if (head === undefined) this.#handlers.onLine(line.at(-1) === 0x0d ? line.subarray(0, -1) : line);
		else this.#handlers.onOverlong({ bytes, head, tail: line });
	}
}
