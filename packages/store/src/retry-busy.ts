import { setTimeout as sleep } from "node:timers/promises";
import { isBusy } from "./store-error.ts";

/** How long a call waits for other processes that write, milliseconds; after that it is told that the store is busy. */
const WAIT_MS = 15_000;
const LONGEST_PAUSE_MS = 25;

/** Until when a call that is made now may wait. */
export function busyDeadline(): number {
	return performance.now() + WAIT_MS;
}

/**
 * Repeats a piece of work that SQLite refuses as busy, until a deadline, leaving the event loop to others in between.
 * One whose deadline has passed is tried once all the same.
 */
export async function retryBusy<Result>(work: () => Promise<Result>, deadline: number): Promise<Result> {
	for (let attempt = 1; ; attempt++) {
		try {
			return await work();
		} catch (error) {
			if (!isBusy(error) || performance.now() > deadline) throw error;
			await sleep(Math.random() * Math.min(attempt * 2, LONGEST_PAUSE_MS));
		}
	}
}
