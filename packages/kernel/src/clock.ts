/** Where "now" comes from; passed in, so that time is an argument. Milliseconds since the epoch, as an integer. */
export interface Clock {
	now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/**
 * Whether less than `forMs` milliseconds have passed since an instant. When the clock was set back behind that instant
 * nobody knows how many did, so it says no: what is remembered for a while is then looked up anew.
 */
export function isWithin(
	forMs: number,
	{ since, now }: { readonly since: number; readonly now: number },
): boolean {
	return now >= since && now - since < forMs;
}

const DAY_MS = 86_400_000;
let lastDay = { number: Number.NaN, name: "" };

/** The UTC calendar day of an instant as YYYY-MM-DD, by which daily figures are kept. Nearly always the one before. */
export function utcDay(instant: number): string {
	const number = Math.floor(instant / DAY_MS);
	if (number !== lastDay.number) lastDay = { number, name: new Date(instant).toISOString().slice(0, 10) };
	return lastDay.name;
}
