/** Where "now" comes from; passed in, so that time is an argument. Milliseconds since the epoch, as an integer. */
export interface Clock {
	now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

const DAY_MS = 86_400_000;
let lastDay = { number: Number.NaN, name: "" };

/** The UTC calendar day of an instant as YYYY-MM-DD, by which daily figures are kept. Nearly always the one before. */
export function utcDay(instant: number): string {
	const number = Math.floor(instant / DAY_MS);
	if (number !== lastDay.number) lastDay = { number, name: new Date(instant).toISOString().slice(0, 10) };
	return lastDay.name;
}
