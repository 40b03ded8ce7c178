import { DAY_MS } from "@cairn/claims";
import { dayStart, parseDay } from "./days.ts";

/** The instant as of which a page shows claims. */
export interface AsOf {
	at: number;
	/** As it stands in the address; undefined for now. */
	value: string | undefined;
}

/** So many days ahead a link leads. */
export const DAYS_AHEAD = [7, 30, 90] as const;

/** What an address says about the instant: in so many days, or a date. What is over, or is none, counts as now. */
export function parseAsOf(text: string | undefined, now: number): AsOf {
	const days = DAYS_AHEAD.find((count) => String(count) === text);
	if (days !== undefined) return { at: now + days * DAY_MS, value: String(days) };
	const day = parseDay(text);
	if (day === undefined || dayStart(day) <= now) return { at: now, value: undefined };
	return { at: dayStart(day), value: text };
}
