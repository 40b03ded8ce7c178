/** Where "now" comes from; passed in, so that time is an argument. Milliseconds since the epoch, as an integer. */
export interface Clock {
	now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** The UTC calendar day of an instant as YYYY-MM-DD, by which daily figures are kept. */
export function utcDay(instant: number): string {
	return new Date(instant).toISOString().slice(0, 10);
}
