import type { MiddlewareHandler } from "hono";
import { noteRefusal } from "../access/note-refusal.ts";
import type { Services } from "../services.ts";
import type { AdminContext, AdminEnv } from "../view/admin-env.ts";
import { answerFailure } from "./error-answers.tsx";

/**
 * Answers to names that nobody outside can have, and to those that the owner allowed: a foreign page that points a name of
 * its own at this machine (DNS rebinding) gets 421, as the browser sends that name along.
 */
export function hostGuard(services: Services): MiddlewareHandler<AdminEnv> {
	return async (c, next) => {
		if (isAsset(c) || (await services.isAllowedHost(c.var.reach.host))) return next();
		await noteRefusal(c, services);
		const { otherName: title, otherNameText: message } = c.var.view.t.refused;
		return answerFailure(c, { status: 421, title, message });
	};
}

/** Style and icons are the same on every server, and what is said to whoever came by another name is drawn with them. */
function isAsset(c: AdminContext): boolean {
	return c.req.method === "GET" && c.req.path.startsWith("/assets/");
}
