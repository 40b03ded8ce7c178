import { CairnError } from "@cairn/kernel";
import type { AgentSummary } from "@cairn/scratchpad";
import type { Services } from "../services.ts";
import type { AdminContext } from "../view/admin-env.ts";

/**
 * The agent that an address names.
 * @throws CairnError `not_found` when it was never here.
 */
export async function knownAgent(c: AdminContext, services: Services): Promise<AgentSummary> {
	const id = c.req.param("agent") ?? "";
	const agent = await services.reader().getAgent(id);
	if (agent === undefined) throw new CairnError("not_found", c.var.view.t.agent.unknown(id));
	return agent;
}
