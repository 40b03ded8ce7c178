import type { CallAccess } from "@cairn/operations";
import type { AdminContext } from "../view/admin-env.ts";
import { doerOf } from "./doer-of.ts";

/** The owner may call every operation, past the session's guard; its events name them. */
export function ownerAccess(c: AdminContext): CallAccess {
	return { caller: doerOf(c).caller, authorize: async ({ input, agent }) => ({ input, agent }) };
}
