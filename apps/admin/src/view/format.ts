import { sizeText } from "@cairn/kernel/size-text";
import type { Language } from "./preferences.ts";

/** Numbers, sizes and times in the words of one language. */
export interface Format {
	number(value: number): string;
	/** A part of one: `72 %`. */
	percent(value: number): string;
	/** Powers of 1,024 with their IEC names, three digits: `12.3 KiB`. */
	bytes(value: number): string;
	/** How long something took, to the second digit that matters: `350 ms`, `4.2 s`, `3 min 5 s`. */
	duration(milliseconds: number): string;
	/** How long ago an instant was: `3 minutes ago`. */
	relative(instant: number, now: number): string;
	/** Date and time to the second, with the time zone. */
	exact(instant: number): string;
	/** A day: `3 Mar 2026`. */
	date(instant: number): string;
	/** A month: `March 2026`. */
	month(instant: number): string;
	/** A day of the week, short: `Tue`. */
	weekday(instant: number): string;
}

const AGES: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
	["year", 31_557_600_000],
	["month", 2_629_800_000],
	["week", 604_800_000],
	["day", 86_400_000],
	["hour", 3_600_000],
	["minute", 60_000],
	["second", 1_000],
];
const LOCALES: Readonly<Record<Language, string>> = { en: "en-GB", de: "de-DE" };
const cache = new Map<Language, Format>();

/** The formats of a language; made once, as Intl objects are dear. */
export function formatFor(language: Language): Format {
	const known = cache.get(language) ?? createFormat(language);
	cache.set(language, known);
	return known;
}

function createFormat(language: Language): Format {
	const locale = LOCALES[language];
	const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
	const tenths = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
	const ages = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
	const date = new Intl.DateTimeFormat(locale, { dateStyle: "medium" });
	const month = new Intl.DateTimeFormat(locale, { year: "numeric", month: "long" });
	const weekday = new Intl.DateTimeFormat(locale, { weekday: "short" });
	const exact = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "long" });
	return {
		number: (value) => whole.format(value),
		percent: (value) => `${whole.format(100 * value)}\u00a0%`,
		bytes: (value) => sizeText(value, language).replace(" ", "\u00a0"),
		duration: (milliseconds) => {
			if (milliseconds < 1_000) return `${whole.format(milliseconds)}\u00a0ms`;
			if (milliseconds < 59_950) return `${tenths.format(milliseconds / 1_000)}\u00a0s`;
			const seconds = Math.round(milliseconds / 1_000);
			return `${whole.format(Math.floor(seconds / 60))}\u00a0min ${seconds % 60}\u00a0s`;
		},
		relative: (instant, now) => formatAge(instant - now, ages),
		exact: (instant) => exact.format(instant),
		date: (instant) => date.format(instant),
		month: (instant) => month.format(instant),
		weekday: (instant) => weekday.format(instant),
	};
}

function formatAge(difference: number, ages: Intl.RelativeTimeFormat): string {
	for (const [unit, length] of AGES) {
		if (Math.abs(difference) >= length) return ages.format(Math.trunc(difference / length), unit);
	}
	return ages.format(0, "second");
}
