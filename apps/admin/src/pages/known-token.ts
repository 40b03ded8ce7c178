import type { AgentToken } from "@cairn/identity";
import { PageError } from "../door/page-error.ts";
import type { Services } from "../services.ts";
import type { AdminContext } from "../view/admin-env.ts";

/**
 * The token that an address names, of the agent that it names.
 * @throws CairnError `not_found` when the agent has no such token, or it is revoked.
 */
export async function knownToken(c: AdminContext, services: Services): Promise<AgentToken> {
	const agentId = c.req.param("agent") ?? "";
	const id = c.req.param("token");
	const tokens = await services.tokens().list({ agentId });
	const token = tokens.find((candidate) => candidate.id === id && candidate.state !== "revoked");
	if (token !== undefined) return token;
	const { t, urls } = c.var.view;
	const see = { href: urls.agent(agentId), label: t.tokens.toAgent(agentId) };
	throw new PageError("not_found", t.tokens.unknown, { see });
}
