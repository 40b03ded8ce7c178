import type { MiddlewareHandler } from "hono";
import type { Services } from "../services.ts";
import { PartError } from "../ui/error-page.tsx";
import type { AdminContext, AdminEnv } from "../view/admin-env.ts";
import { renderFragment, wantsFragment } from "../view/render.tsx";
import { answerLogin } from "./answer-login.tsx";
import { csrfToken } from "./csrf-token.ts";
import { holdForm, isReturned } from "./held-form.ts";
import { ownPage } from "./own-path.ts";
import { readSessionCookie } from "./session-cookie.ts";

/** Lets the owner's sessions through, and leads all others to the page where one begins. */
export function sessionGuard(services: Services): MiddlewareHandler<AdminEnv> {
	return async (c, next) => {
		const cookie = readSessionCookie(c);
		const session =
			cookie === undefined ? undefined : await services.owner().session(cookie, { isUse: !isByItself(c) });
		if (session === undefined || cookie === undefined) return leadAway(c, services, cookie !== undefined);
		c.set("session", session);
		c.set("view", { ...c.var.view, csrf: csrfToken(cookie), isReturned: isReturned(c) });
		return next();
	};
}

/** Whether a page sent the request without anybody at it: that must not keep a forgotten session going. */
function isByItself(c: AdminContext): boolean {
	return isEventStream(c) || c.req.header("HX-Source")?.endsWith("#live") === true;
}

function isEventStream(c: AdminContext): boolean {
	return c.req.header("Accept")?.includes("text/event-stream") === true;
}

async function leadAway(c: AdminContext, services: Services, hadSession: boolean): Promise<Response> {
	const { t, urls, here } = c.var.view;
	const isPage = c.req.method === "GET" && !wantsFragment(c) && !isEventStream(c);
	const page = isPage
		? here
		: ownPage(c.req.header("HX-Current-URL") ?? c.req.header("Referer"), urls.home());
	const unclaimed = (await services.owner().state()) === "unclaimed";
	const held = unclaimed || wantsFragment(c) ? undefined : await holdForm(c);
	if (held !== undefined)
		return answerLogin(c, { next: page ?? urls.home(), held, notice: t.access.held, status: 401 });
	const place = unclaimed
		? urls.setup()
		: urls.login({ ...(page !== undefined && { next: page }), ended: hadSession });
	if (!wantsFragment(c) && !isEventStream(c)) return c.redirect(place, 303);
	c.header("HX-Redirect", place);
	return renderFragment(c, <PartError message={t.access.ended} />, 401);
}
