import { type Day, dayOf, dayStart } from "./days.ts";

/** One day of a month, with the instants between which it lies. */
export interface GridDay {
	/** The day of the month, from 1. */
	number: number;
	from: number;
	/** No longer part of the day. */
	until: number;
}

export interface MonthGrid {
	/** Days of the week before the first of the month, which begins on a Monday. */
	before: number;
	/** Days of the week behind the last of the month. */
	after: number;
	days: readonly GridDay[];
}

const WEEK = 7;

/** The days of a month, and how they lie in weeks that begin on Mondays. Days are as long as the clocks make them. */
export function monthGrid({ year, month }: Pick<Day, "year" | "month">): MonthGrid {
	const last = dayOf(dayStart({ year, month: month + 1, day: 0 })).day;
	const days = Array.from({ length: last }, (_, index) => ({
		number: index + 1,
		from: dayStart({ year, month, day: index + 1 }),
		until: dayStart({ year, month, day: index + 2 }),
	}));
	const before = (new Date(days[0]?.from ?? 0).getDay() + WEEK - 1) % WEEK;
	return { before, after: (WEEK - ((before + last) % WEEK)) % WEEK, days };
}
