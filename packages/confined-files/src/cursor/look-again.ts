import { setTimeout } from "node:timers/promises";
import type { Identity } from "../fence/identity.ts";

/**
 * Many filesystems stamp changes by a clock that moves on a hundred to a thousand times a second. More than the longest of
 * its steps, milliseconds.
 */
const STEP_MS = 15;
/** Until a file that was fresh no longer is, also where a timer fires a moment early. */
const WAIT_MS = STEP_MS + 5;

/** Stands in a cursor for a state that could not be told from the one after it; no state is equal to it. */
export const UNSURE = "";

/** What a look at the filesystem found, and whether a cursor in it is over a file that had changed just before. */
export interface Look<Answer> {
	readonly answer: Answer;
	readonly isUnsure: boolean;
}

/** Whether a file was changed so lately that another change may yet get the same time, and so the same identity. */
export function isFresh({ ctimeNs }: Identity): boolean {
	return Math.abs(Date.now() - Number(ctimeNs) / 1_000_000) < STEP_MS;
}

/**
 * Looks a second time, when the filesystem's clock has moved on, where the first look was unsure. Where that one is unsure
 * too, somebody writes all the time: its answer stands, and its cursor, which holds UNSURE, leads no further.
 */
export async function lookAgain<Answer>(look: () => Promise<Look<Answer>>): Promise<Answer> {
	const first = await look();
	if (!first.isUnsure) return first.answer;
	await setTimeout(WAIT_MS);
	return (await look()).answer;
}
