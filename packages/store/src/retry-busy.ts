import { setTimeout as sleep } from "node:timers/promises";
import { isBusy } from "./store-error.ts";

/** How long a call waits for other processes that write, milliseconds; after that it is told that the store is busy. */
const DEADLINE_MS = 15_000;
const LONGEST_PAUSE_MS = 25;

/** Repeats a piece of work that SQLite refuses as busy, leaving the event loop to others in between. */
export async function retryBusy<Result>(work: () => Promise<Result>): Promise<Result> {
	const deadline = performance.now() + DEADLINE_MS;
	for (let attempt = 1; ; attempt++) {
		try {
			return await work();
		} catch (error) {
			if (!isBusy(error) || performance.now() > deadline) throw error;
			await sleep(Math.random() * Math.min(attempt * 2, LONGEST_PAUSE_MS));
		}
	}
}
