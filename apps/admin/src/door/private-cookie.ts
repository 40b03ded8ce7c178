import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import type { CookieOptions } from "hono/utils/cookie";
import type { AdminContext } from "../view/admin-env.ts";
import type { Reach } from "./reach.ts";

/**
 * The name of a cookie that no script and no other host may read. A browser takes one that begins with `__Host-` from this
 * very host over https alone, and for all of its paths; under a sub-path only the weaker `__Secure-` can be had, and over
 * http neither.
 */
export function privateCookieName(c: AdminContext, name: string): string {
	const { secure, basePath } = c.var.reach;
	if (!secure) return name;
	return basePath === "" ? `__Host-${name}` : `__Secure-${name}`;
}

/** The value of a private cookie that the browser sent; not of one that is meant for another kind of connection. */
export function readPrivateCookie(c: AdminContext, name: string): string | undefined {
	return getCookie(c, privateCookieName(c, name));
}

export interface NewCookie {
	readonly value: string;
	readonly seconds: number;
}

export function setPrivateCookie(c: AdminContext, name: string, { value, seconds }: NewCookie): void {
	setCookie(c, privateCookieName(c, name), value, { ...optionsFor(c.var.reach), maxAge: seconds });
}

export function clearPrivateCookie(c: AdminContext, name: string): void {
	deleteCookie(c, privateCookieName(c, name), optionsFor(c.var.reach));
}

/** Lax, so that a link from a mail or a chat still leads to the page: what changes something is guarded by itself. */
function optionsFor({ secure, basePath }: Reach): CookieOptions {
	return { path: basePath === "" ? "/" : `${basePath}/`, httpOnly: true, sameSite: "Lax", secure };
}
