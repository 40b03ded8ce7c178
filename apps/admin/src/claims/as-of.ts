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

/** Further ahead a number of days doesn't lead: ten years. */
const MAX_DAYS = 3_650;

/** What an address says about the instant: in so many days, or a date. What is over, or is none, counts as now. */
export function parseAsOf(text: string | undefined, now: number): AsOf {
	const days = text !== undefined && /^[1-9]\d{0,3}$/.test(text) ? Number(text) : undefined;
	if (days !== undefined && days <= MAX_DAYS) return { at: now + days * DAY_MS, value: text };
	const day = parseDay(text);
	if (day === undefined || dayStart(day) <= now) return { at: now, value: undefined };
	return { at: dayStart(day), value: text };
}
