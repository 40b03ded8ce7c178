import type { AgentToken } from "@cairn/identity";
import type { AgentSummary } from "@cairn/scratchpad";
import { PageError } from "../door/page-error.ts";
import type { Services } from "../services.ts";
import type { AdminContext } from "../view/admin-env.ts";

/** An agent that keeps something here, or is expected: it has a token. */
export interface ListedAgent {
	id: string;
	/** What it keeps; undefined while it has never been here. */
	summary: AgentSummary | undefined;
	/** Newest first. */
	tokens: readonly AgentToken[];
}

/**
 * The agent that an address names.
 * @throws CairnError `not_found` when it was never here and has no token.
 */
export async function listedAgent(c: AdminContext, services: Services): Promise<ListedAgent> {
	const id = c.req.param("agent") ?? "";
	const [summary, tokens] = await Promise.all([
		services.reader().getAgent(id),
		services.tokens().list({ agentId: id }),
	]);
	if (summary !== undefined || tokens.length > 0) return { id, summary, tokens };
	const { t, urls } = c.var.view;
	const see = { href: urls.agents(), label: t.errors.toAgents };
	throw new PageError("not_found", t.agent.unknown(id), { see });
}
