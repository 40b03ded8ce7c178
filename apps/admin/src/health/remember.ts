import type { Clock } from "@cairn/kernel";

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
		if (last === undefined || now - last.at >= forMs) last = { at: now, answer: ask() };
		return last.answer;
	};
}
