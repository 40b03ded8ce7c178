import type { RoutineCall } from "@cairn/discovery/routines";
import { createId, OWNER } from "@cairn/kernel";

/** Whatever changes routines here is the owner's deed. */
export function routineCall(): RoutineCall {
	return { requestId: createId("req"), agent: OWNER };
}
