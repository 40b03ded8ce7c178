import { type Clock, isWithin } from "@cairn/kernel";

interface Memory {
	clock: Clock;
	/** How long an answer is good for, milliseconds. */
	forMs: number;
}

/** Asks at most once in a while: calls in between share the last answer, or wait for the one under way. */
export function remember<T>(ask: () => Promise<T>, { clock, forMs }: Memory): () => Promise<T> {
	let last: { at: number; answer: Promise<T> } | undefined;
	return () => {
		const now = clock.now();
		if (last === undefined || !isWithin(forMs, { since: last.at, now })) last = { at: now, answer: ask() };
		return last.answer;
	};
}
