import { setImmediate } from "node:timers/promises";
import { CairnError } from "@cairn/kernel";

/** How long a call works before others are served in between, milliseconds. */
const SLICE_MS = 20;

/** Lets other calls in between the steps of a long one, and ends one whose caller went away. */
export class Pacer {
	readonly #signal: AbortSignal;
	#since = performance.now();

	/** @throws CairnError `cancelled` when the caller went away before it was its call's turn. */
	constructor(signal: AbortSignal) {
		this.#signal = signal;
		requireCaller(signal);
	}

	/** Whether it is time for `rest`. */
	get isDue(): boolean {
		return performance.now() - this.#since > SLICE_MS;
	}

	/** @throws CairnError `cancelled` when the caller went away. */
	async rest(): Promise<void> {
		await setImmediate();
		requireCaller(this.#signal);
		this.#since = performance.now();
	}
}

/** @throws CairnError `cancelled` when the caller went away. */
export function requireCaller(signal: AbortSignal): void {
	if (signal.aborted) throw new CairnError("cancelled", "The caller went away.");
}
