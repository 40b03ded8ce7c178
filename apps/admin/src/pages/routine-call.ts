import type { RoutineCall } from "@cairn/discovery/routines";
import { OWNER } from "@cairn/kernel";
import { doerOf } from "../access/doer-of.ts";
import type { AdminContext } from "../view/admin-env.ts";

/** Whatever changes routines here is the owner's deed. */
export function routineCall(c: AdminContext): RoutineCall {
	return { requestId: c.var.requestId, caller: doerOf(c).caller, agent: OWNER };
}
