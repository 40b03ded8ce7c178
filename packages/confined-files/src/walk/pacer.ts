import { setImmediate } from "node:timers/promises";
import { CairnError } from "@cairn/kernel";

/** How long a call works before others are served in between, milliseconds. */
const SLICE_MS = 20;

/** Lets other calls in between the steps of a long one, and ends one whose caller went away. */
export class Pacer {
	readonly #signal: AbortSignal;
	#since = performance.now();

	constructor(signal: AbortSignal) {
		this.#signal = signal;
	}

	/** Whether it is time for `rest`. */
	get isDue(): boolean {
		return performance.now() - this.#since > SLICE_MS;
	}

	/** @throws CairnError `cancelled` when the caller went away. */
	async rest(): Promise<void> {
		await setImmediate();
		if (this.#signal.aborted) throw new CairnError("cancelled", "The caller went away.");
		this.#since = performance.now();
	}
}
