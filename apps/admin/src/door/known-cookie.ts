import type { AdminContext } from "../view/admin-env.ts";
import { readPrivateCookie, setPrivateCookie } from "./private-cookie.ts";

const NAME = "cairn_known";
/** As long as browsers keep one; each login begins it anew. */
const SECONDS = 400 * 24 * 60 * 60;

/** What a browser keeps in which the owner has signed in: it opens nothing, but strangers' guesses can't lock it out. */
export function readKnownCookie(c: AdminContext): string | undefined {
	return readPrivateCookie(c, NAME);
}

export function setKnownCookie(c: AdminContext, value: string): void {
	setPrivateCookie(c, NAME, { value, seconds: SECONDS });
}
