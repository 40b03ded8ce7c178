import { setImmediate } from "node:timers/promises";
import { CairnError } from "@cairn/kernel";

const SLICE_MS = 10;

// The event loop runs every immediate that waits in one turn of its own, and whatever starts a computation may
// start several. So all computations of the process share one slice a turn, and queue for the turns.
let sliceEnd = 0;
let waiting = 0;
let lastTurn: Promise<void> = Promise.resolve();

/**
 * Runs a computation without holding the event loop: when 10 ms of work are done, at the next `yield`, it waits for
 * another turn of the loop. A shorter computation needs no turn, unless others are waiting for theirs.
 */
export async function runInSlices<T>(steps: Generator<void, T>, signal?: AbortSignal): Promise<T> {
	if (waiting === 0) {
		sliceEnd = performance.now() + SLICE_MS;
	}
	for (;;) {
		const step = steps.next();
		if (step.done) {
			return step.value;
		}
		if (performance.now() >= sliceEnd) {
			await nextTurn();
			if (signal?.aborted) {
				throw new CairnError("cancelled", "The call was cancelled; nothing was changed.");
			}
		}
	}
}

async function nextTurn(): Promise<void> {
	waiting++;
	lastTurn = lastTurn.then(() => setImmediate());
	await lastTurn;
	waiting--;
	sliceEnd = performance.now() + SLICE_MS;
}
