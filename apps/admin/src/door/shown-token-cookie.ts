import type { AdminContext } from "../view/admin-env.ts";
import { readPrivateCookie, setPrivateCookie } from "./private-cookie.ts";
import { seal, unseal } from "./seal.ts";
import { readSessionCookie } from "./session-cookie.ts";

const NAME = "cairn_shown";
/** As long as the page of a fresh token can be loaded again. */
const SECONDS = 120;

/**
 * Leaves a fresh token with the browser that made it, sealed with its session, so that the page that shows it can be
 * loaded again for a short time, by whichever process answers; the server keeps none.
 */
export function setShownToken(c: AdminContext, token: string): void {
	const until = c.var.view.now + SECONDS * 1_000;
	const value = seal(`${until} ${token}`, readSessionCookie(c) ?? "");
	setPrivateCookie(c, NAME, { value, seconds: SECONDS });
}

/** The fresh token that the browser holds, of the public id; undefined once its time is over. */
export function readShownToken(c: AdminContext, id: string): string | undefined {
	const text = unseal(readPrivateCookie(c, NAME) ?? "", readSessionCookie(c) ?? "");
	const [until, token] = text?.split(" ") ?? [];
	if (token === undefined || c.var.view.now >= Number(until)) return undefined;
	return token.startsWith(`cairn_${id}_`) ? token : undefined;
}
