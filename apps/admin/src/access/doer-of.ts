import { type Doer, ownerPrincipal } from "@cairn/identity";
import type { AdminContext } from "../view/admin-env.ts";

/** The owner, as the audit names whoever sent a request that came through the session's guard. */
export function doerOf(c: AdminContext): Doer {
	return { caller: ownerPrincipal(c.var.reach.address), requestId: c.var.requestId };
}
