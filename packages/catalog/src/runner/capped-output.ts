/** What goes back of a stream: so many characters from its start and as many from its end. */
const HALF_CHARACTERS = 1000;
/** Enough bytes for that many characters of up to four. */
const HALF_BYTES = 4 * HALF_CHARACTERS;

/** Keeps the first and the last part of a stream in bounded memory. */
export class CappedOutput {
	readonly #head: Buffer[] = [];
	#headBytes = 0;
	#tail = Buffer.alloc(0);
	#total = 0;

	get totalBytes(): number {
		return this.#total;
	}

	push(chunk: Buffer): void {
		this.#total += chunk.length;
		const room = HALF_BYTES - this.#headBytes;
		if (room > 0) {
			const part = Buffer.from(chunk.subarray(0, room));
			this.#head.push(part);
			this.#headBytes += part.length;
		}
		const rest = chunk.subarray(Math.max(room, 0)).subarray(-HALF_BYTES);
		if (rest.length > 0) this.#tail = Buffer.concat([this.#tail, rest]).subarray(-HALF_BYTES);
	}

	/**
	 * The text, or its first and last part with the number of bytes between them.
	 * @param file the name of the log that has all of it
	 */
	text(file: string): string {
		const head = Buffer.concat(this.#head);
		if (this.#total <= head.length + this.#tail.length) {
			const text = Buffer.concat([head, this.#tail]).toString("utf8");
			return text.length <= 2 * HALF_CHARACTERS ? text : this.#cut(text, text, file);
		}
		return this.#cut(decodeStart(head), decodeEnd(this.#tail), file);
	}

	#cut(start: string, end: string, file: string): string {
		const first = start.slice(0, HALF_CHARACTERS).replace(/[\ud800-\udbff]$/, "");
		const last = end.slice(-HALF_CHARACTERS).replace(/^[\udc00-\udfff]/, "");
		const left = this.#total - Buffer.byteLength(first) - Buffer.byteLength(last);
		return `${first}\n… ${left} bytes left out; see ${file} …\n${last}`;
	}
}

/** Without the half character at the end. */
function decodeStart(bytes: Buffer): string {
	return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes, { stream: true });
}

/** Without the half character at the start. */
function decodeEnd(bytes: Buffer): string {
	let start = 0;
	while (start < 3 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start++;
	return bytes.toString("utf8", start);
}
