import { CairnError } from "@cairn/kernel";
import { isAgentToken, TokenIntrospector } from "@cairn/kernel/token-introspection";
import type { McpConfig } from "./config.ts";

/**
 * What fills in `agent_id`: the name that the command line gives, or else the agent to which the server's token is bound,
 * which is asked for with the first call that needs it.
 */
export function defaultAgent({
	agent,
	store,
}: Pick<McpConfig, "agent" | "store">): Record<string, string | (() => Promise<string | undefined>)> {
	if (agent !== undefined) return { agent_id: agent };
	if (!("url" in store) || !isAgentToken(store.token)) return {};
	const { url: registryUrl, token } = store;
	const introspector = new TokenIntrospector({ registryUrl });
	return {
		agent_id: async () => {
			const standing = await introspector.look(token).catch(() => {
				// The introspector's own words are for callers of a service, who needn't know where its registry is.
				throw new CairnError(
					"unavailable",
					`The Cairn server at ${registryUrl} can't be asked which agent the token in TOOLS_REGISTRY_TOKEN is for. Check that it runs and that TOOLS_REGISTRY_URL is the registry's address; the next call tries again.`,
				);
			});
			if (standing.active) return standing.agentId;
			throw new CairnError(
				"unauthorized",
				`The Cairn server at ${registryUrl} doesn't know the token in TOOLS_REGISTRY_TOKEN, or it is paused, revoked or past its time: ask the owner for another one.`,
			);
		},
	};
}
