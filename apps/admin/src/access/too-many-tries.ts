import { CairnError } from "@cairn/kernel";
import type { AdminContext } from "../view/admin-env.ts";

/**
 * When an error says that somebody has to wait: tells so by the header Retry-After, and gives the sentence for the form.
 * Undefined for any other error.
 */
export function tooManyTries(c: AdminContext, error: unknown): string | undefined {
	if (!(error instanceof CairnError) || error.code !== "rate_limited") return undefined;
	const told = error.details.retry_after_seconds;
	const seconds = typeof told === "number" ? told : 60;
	c.header("Retry-After", String(seconds));
	const { t, format } = c.var.view;
	return t.access.tooMany(format.relative(1_000 * roundUp(seconds), 0));
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** To whole minutes or hours where it is that long: never less, as who comes earlier has to wait again. */
function roundUp(seconds: number): number {
	const unit = seconds < MINUTE ? 1 : seconds < HOUR ? MINUTE : HOUR;
	return Math.ceil(seconds / unit) * unit;
}
