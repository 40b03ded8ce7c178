export interface ScriptProgress {
	/** From 0 to 100, more each time. */
	readonly progress: number;
	readonly message?: string;
}

const SIGN = "::progress ";
const MAX_LINE_BYTES = 1024;
const NEWLINE = 0x0a;

/**
 * Finds lines such as `::progress 40 message` in a stream. Looks for the sign alone, so that a flood of other lines costs
 * next to nothing, and tells only of progress, which bounds how often it tells.
 */
export class ProgressLines {
	readonly #onProgress: (progress: ScriptProgress) => void;
	#carry: Buffer = Buffer.from("\n");
	#highest = -1;

	constructor(onProgress: (progress: ScriptProgress) => void) {
		this.#onProgress = onProgress;
	}

	push(chunk: Buffer): void {
		const bytes = Buffer.concat([this.#carry, chunk]);
		let from = 0;
		for (;;) {
			const start = bytes.indexOf(`\n${SIGN}`, from);
			if (start === -1) break;
			const end = bytes.indexOf(NEWLINE, start + 1);
			if (end === -1 && bytes.length - start <= MAX_LINE_BYTES) {
				this.#carry = Buffer.from(bytes.subarray(start));
				return;
			}
			if (end !== -1)
				this.#take(bytes.toString("utf8", start + 1 + SIGN.length, Math.min(end, start + MAX_LINE_BYTES)));
			from = end === -1 ? start + 1 : end;
		}
		this.#carry = Buffer.from(bytes.subarray(Math.max(from, bytes.length - SIGN.length)));
	}

	#take(line: string): void {
		const match = /^(\d{1,3}(?:\.\d{1,6})?)%?(?=\s|$)/.exec(line);
		const progress = Math.min(Number(match?.[1] ?? Number.NaN), 100);
		if (Number.isNaN(progress) || progress < this.#highest + 1) return;
		this.#highest = progress;
		const message = line.slice(match?.[0].length).trim();
		this.#onProgress({ progress, ...(message !== "" && { message }) });
	}
}
