import { CairnError, type ErrorDetails } from "./cairn-error.ts";

/** However long a server wants to be left alone, it's asked again after this time. */
const LONGEST_SECONDS = 60 * 60;

/**
 * The seconds that a `Retry-After` header asks for (RFC 9110: a number, or a date, which counts from `now`); undefined
 * where there is none that can be read.
 */
export function retryAfterSeconds(header: string | null, now: number): number | undefined {
	if (header === null) return undefined;
	const text = header.trim();
	const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - now) / 1000);
	return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 0), LONGEST_SECONDS);
}

/** How an error carries that time, for whoever tries again. */
export function retryAfterDetails(seconds: number | undefined): ErrorDetails {
	return seconds === undefined ? {} : { retry_after_seconds: seconds };
}

/** How long to wait before the next try after this error, milliseconds; 0 where it doesn't say. */
export function retryAfterMs(error: unknown): number {
	if (!(error instanceof CairnError)) return 0;
	const { retry_after_seconds: seconds } = error.details;
	return typeof seconds === "number" && seconds > 0 ? Math.min(seconds, LONGEST_SECONDS) * 1000 : 0;
}
