import type { MiddlewareHandler } from "hono";
import { noteRefusal } from "../access/note-refusal.ts";
import type { Services } from "../services.ts";
import type { AdminEnv } from "../view/admin-env.ts";

/**
 * Answers to names that nobody outside can have, and to those that the owner allowed: a foreign page that points a name of
 * its own at this machine (DNS rebinding) gets 421, as the browser sends that name along.
 */
export function hostGuard(services: Services): MiddlewareHandler<AdminEnv> {
	return async (c, next) => {
		if (await services.isAllowedHost(c.var.reach.host)) return next();
		await noteRefusal(c, services);
		return c.text(
			"This server doesn't answer to that name. Open it by its address in the local network, and add the name under Settings, or set CAIRN_ALLOWED_HOSTS.\n",
			421,
		);
	};
}
