/**
 * Lets those who ask within a while share one run of a task, counted from its start; a run that failed isn't shared on.
 * @param maxAgeMs how long a run answers for, milliseconds; 0 shares nothing.
 */
export function shareRecent<Result>(task: () => Promise<Result>, maxAgeMs: number): () => Promise<Result> {
	let last: { readonly run: Promise<Result>; readonly startedAt: number } | undefined;
	return () => {
		const now = performance.now();
		if (last !== undefined && now - last.startedAt < maxAgeMs) return last.run;
		const mine = { run: task(), startedAt: now };
		last = mine;
		mine.run.catch(() => {
			if (last === mine) last = undefined;
		});
		return mine.run;
	};
}
