import type { Context } from "hono";
import { getCookie } from "hono/cookie";

export const LANGUAGES = ["en", "de"] as const;
export const THEMES = ["auto", "light", "dark"] as const;

export type Language = (typeof LANGUAGES)[number];
export type Theme = (typeof THEMES)[number];

export interface Preferences {
	language: Language;
	theme: Theme;
	/** Whether single keys do something. */
	keys: boolean;
}

export const PREFERENCE_COOKIES = {
	language: "cairn_language",
	theme: "cairn_theme",
	keys: "cairn_keys",
} as const;

/** What this browser chose by cookie; the language falls back to Accept-Language, then to English. */
export function readPreferences(c: Context): Preferences {
	return {
		language:
			oneOf(LANGUAGES, getCookie(c, PREFERENCE_COOKIES.language)) ??
			preferredLanguage(c.req.header("Accept-Language") ?? ""),
		theme: oneOf(THEMES, getCookie(c, PREFERENCE_COOKIES.theme)) ?? "auto",
		keys: getCookie(c, PREFERENCE_COOKIES.keys) !== "off",
	};
}

export function oneOf<T extends string>(values: readonly T[], value: string | undefined): T | undefined {
	return values.find((candidate) => candidate === value);
}

/** The best of our languages for an Accept-Language header (RFC 9110, 12.5.4). */
export function preferredLanguage(header: string): Language {
	const ranked = header
		.split(",")
		.map((part) => {
			const [range = "", ...parameters] = part
				.trim()
				.toLowerCase()
				.split(/\s*;\s*/);
			const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? "1";
			return { language: oneOf(LANGUAGES, range.split("-")[0]), quality: Number(quality) };
		})
		.filter(({ quality }) => quality > 0)
		.sort((a, b) => b.quality - a.quality);
	return ranked.find(({ language }) => language !== undefined)?.language ?? "en";
}
