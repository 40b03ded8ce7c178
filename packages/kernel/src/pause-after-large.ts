import { setImmediate } from "node:timers/promises";

/** A text of this many characters takes long enough to make or to copy that others should be served in between. */
const LARGE_CHARACTERS = 262_144;

/** Lets the event loop serve others between two costly steps with a large text; with a small one, goes on at once. */
export async function pauseAfterLarge(text: string): Promise<void> {
	if (text.length > LARGE_CHARACTERS) await setImmediate();
}
