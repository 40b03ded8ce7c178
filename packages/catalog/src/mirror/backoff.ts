const LONGEST_MS = 60_000;

/**
 * The pause before the next try after some failures in a row: doubled each time up to a minute, and spread a little, so
 * that laptops don't all come back at once. Milliseconds.
 * @param chance from 0 to 1
 */
export function backoffMs(
	failures: number,
	{ pollMs, chance }: { readonly pollMs: number; readonly chance: number },
): number {
	if (failures === 0) return pollMs;
	const pause = Math.min(pollMs * 2 ** Math.min(failures, 20), Math.max(LONGEST_MS, pollMs));
	return Math.round(pause * (0.8 + 0.4 * chance));
}
