import type { OwnerClient } from "@cairn/identity";
import { readKnownCookie } from "../door/known-cookie.ts";
import type { AdminContext } from "../view/admin-env.ts";

/** The browser that sent a request, as sessions and the audit name it. */
export function ownerClient(c: AdminContext): OwnerClient {
	const { reach, requestId } = c.var;
	return {
		address: reach.address,
		userAgent: c.req.header("User-Agent"),
		requestId,
		known: readKnownCookie(c),
	};
}
