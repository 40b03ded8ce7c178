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
	return t.access.tooMany(seconds, format.number(seconds));
}
