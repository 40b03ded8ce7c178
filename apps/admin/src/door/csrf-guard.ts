import type { MiddlewareHandler } from "hono";
import { noteRefusal } from "../access/note-refusal.ts";
import type { Services } from "../services.ts";
import type { AdminContext, AdminEnv } from "../view/admin-env.ts";
import { isCsrfToken } from "./csrf-token.ts";
import { answerFailure } from "./error-answers.tsx";
import { judgeOrigin } from "./judge-origin.ts";
import { isPlainForm } from "./plain-form.ts";
import { readSessionCookie } from "./session-cookie.ts";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);
/** A header by which programs send the token. */
const HEADER = "X-CSRF-Token";

/**
 * Refuses what changes something when another site sent it, whatever its method and type. Where the browser doesn't say
 * which page sent a form, the form has to hold the session's token.
 */
export function csrfGuard(services: Services): MiddlewareHandler<AdminEnv> {
	return async (c, next) => {
		if (SAFE.has(c.req.method)) return next();
		const { host, secure } = c.var.reach;
		const verdict = judgeOrigin({
			site: c.req.header("Sec-Fetch-Site"),
			origin: c.req.header("Origin"),
			host,
			secure,
		});
		if (verdict === "own" || (verdict === "unsaid" && (await holdsToken(c)))) return next();
		await noteRefusal(c, services);
		const { otherSite: title, otherSiteText: message } = c.var.view.t.refused;
		return answerFailure(c, { status: 403, title, message });
	};
}

async function holdsToken(c: AdminContext): Promise<boolean> {
	const cookie = readSessionCookie(c);
	if (cookie === undefined) return false;
	const given = c.req.header(HEADER) ?? (await fieldOf(c));
	return typeof given === "string" && isCsrfToken(given, cookie);
}

/** The field of a plain form; a form with files would have to be read whole before anybody knows who sent it. */
async function fieldOf(c: AdminContext): Promise<unknown> {
	return isPlainForm(c) ? (await c.req.parseBody()).csrf : undefined;
}
