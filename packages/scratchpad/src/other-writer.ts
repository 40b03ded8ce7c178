import { OWNER_CALLER } from "@cairn/kernel";
import type { AgentCall } from "./agent-call.ts";

/** Who writes, where the caller is known to be somebody else than the agent whose file it is. */
export function otherWriter({ caller: { actor }, agentId }: AgentCall): string | undefined {
	const isOther =
		actor === OWNER_CALLER.actor || (actor.startsWith("agent:") && actor !== `agent:${agentId}`);
	return isOther ? actor : undefined;
}
