import type { AgentSummary } from "@cairn/scratchpad";
import { PageError } from "../door/page-error.ts";
import type { Services } from "../services.ts";
import type { AdminContext } from "../view/admin-env.ts";

/**
 * The agent that an address names.
 * @throws CairnError `not_found` when it was never here.
 */
export async function knownAgent(c: AdminContext, services: Services): Promise<AgentSummary> {
	const id = c.req.param("agent") ?? "";
	const agent = await services.reader().getAgent(id);
	if (agent !== undefined) return agent;
	const { t, urls } = c.var.view;
	const see = { href: urls.agents(), label: t.errors.toAgents };
	throw new PageError("not_found", t.agent.unknown(id), { see });
}
