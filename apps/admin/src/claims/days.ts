/** A day of the calendar where the server stands. */
export interface Day {
	year: number;
	/** From 1. */
	month: number;
	/** From 1. */
	day: number;
}

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const MONTH = /^(\d{4})-(\d{2})$/;

/** A date such as 2026-11-30; undefined when the text is none. */
export function parseDay(text: string | undefined): Day | undefined {
	const match = DAY.exec(text ?? "");
	if (match === null) return undefined;
	const day = { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) };
	return dayText(dayStart(day)) === text ? day : undefined;
}

/** A month such as 2026-11, as its first day; undefined when the text is none. */
export function parseMonth(text: string | undefined): Day | undefined {
	return MONTH.test(text ?? "") ? parseDay(`${text}-01`) : undefined;
}

/** When a day begins; days and months out of their range count on, as the calendar does. */
export function dayStart({ year, month, day }: Day): number {
	const date = new Date(0, 0, 1);
	date.setFullYear(year, month - 1, day);
	return date.getTime();
}

export function dayOf(instant: number): Day {
	const date = new Date(instant);
	return { year: date.getFullYear(), month: date.getMonth() + 1, day: date.getDate() };
}

/** Such as 2026-11-30. */
export function dayText(instant: number): string {
	const { year, month, day } = dayOf(instant);
	return `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`;
}

/** Such as 2026-11. */
export function monthText(instant: number): string {
	return dayText(instant).slice(0, 7);
}

function two(value: number): string {
	return String(value).padStart(2, "0");
}
