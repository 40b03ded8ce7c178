import { SESSION_ABSOLUTE_MS } from "@cairn/identity";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { CookieOptions } from "hono/utils/cookie";
import type { AdminContext } from "../view/admin-env.ts";
import type { Reach } from "./reach.ts";

const NAME = "cairn_session";

/**
 * The cookie's name. A browser takes one that begins with `__Host-` from this very host over https alone, and for all of
 * its paths; under a sub-path only the weaker `__Secure-` can be had, and over http neither.
 */
function sessionCookieName({ secure, basePath }: Pick<Reach, "secure" | "basePath">): string {
	if (!secure) return NAME;
	return basePath === "" ? `__Host-${NAME}` : `__Secure-${NAME}`;
}

/** The value of the session's cookie that the browser sent; not of one that is meant for another kind of connection. */
export function readSessionCookie(c: AdminContext): string | undefined {
	return getCookie(c, sessionCookieName(c.var.reach));
}

export function setSessionCookie(c: AdminContext, value: string): void {
	setCookie(c, sessionCookieName(c.var.reach), value, {
		...optionsFor(c.var.reach),
		maxAge: SESSION_ABSOLUTE_MS / 1000,
	});
}

export function clearSessionCookie(c: AdminContext): void {
	deleteCookie(c, sessionCookieName(c.var.reach), optionsFor(c.var.reach));
}

/** Lax, so that a link from a mail or a chat still leads to the page: what changes something is guarded by itself. */
function optionsFor({ secure, basePath }: Reach): CookieOptions {
	return { path: basePath === "" ? "/" : `${basePath}/`, httpOnly: true, sameSite: "Lax", secure };
}
