import { DAY_MS } from "@cairn/claims";
import { dayStart, dayText, parseDay } from "./days.ts";

/** The instant as of which a page shows claims. */
export interface AsOf {
	at: number;
	/** As it stands in the address; undefined for now. */
	value: string | undefined;
	/** What the address asked for in vain, so that it is now: a day that is over, or a text that is no instant ahead. */
	refused?: { text: string; isOver: boolean };
}

/** So many days ahead a link leads. */
export const DAYS_AHEAD = [7, 30, 90] as const;

/** Further ahead a number of days doesn't lead: ten years. */
export const MAX_DAYS = 3_650;

/**
 * What an address says about the instant: in so many days, or a date; nothing, 0 and today are now. What is over, or is none,
 * counts as now too, and is told.
 */
export function parseAsOf(text: string | undefined, now: number): AsOf {
	if (text === undefined || text === "" || text === "0") return { at: now, value: undefined };
	const days = /^[1-9]\d{0,3}$/.test(text) ? Number(text) : undefined;
	if (days !== undefined && days <= MAX_DAYS) return { at: now + days * DAY_MS, value: text };
	const day = parseDay(text);
	if (day === undefined) return { at: now, value: undefined, refused: { text, isOver: false } };
	if (dayStart(day) > now) return { at: dayStart(day), value: text };
	if (text === dayText(now)) return { at: now, value: undefined };
	return { at: now, value: undefined, refused: { text, isOver: true } };
}
