import { SESSION_ABSOLUTE_MS } from "@cairn/identity";
import type { AdminContext } from "../view/admin-env.ts";
import { clearPrivateCookie, readPrivateCookie, setPrivateCookie } from "./private-cookie.ts";

/** Its name, before what https puts in front of it. */
export const SESSION_COOKIE = "cairn_session";

/** The value of the session's cookie that the browser sent. */
export function readSessionCookie(c: AdminContext): string | undefined {
	return readPrivateCookie(c, SESSION_COOKIE);
}

export function setSessionCookie(c: AdminContext, value: string): void {
	setPrivateCookie(c, SESSION_COOKIE, { value, seconds: SESSION_ABSOLUTE_MS / 1000 });
}

export function clearSessionCookie(c: AdminContext): void {
	clearPrivateCookie(c, SESSION_COOKIE);
}
