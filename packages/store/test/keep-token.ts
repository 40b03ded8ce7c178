import { agentTokens, type Store } from "../src/index.ts";

/** Keeps a token of an agent, so that what is done by it is let through. */
export async function keepToken(store: Store, id: string, agentId: string): Promise<void> {
	const row: agentTokens.AgentTokenRow = {
		...{ id, agent_id: agentId, label: "", scopes: "scratchpad:write", bound: 1, secret_hash: id },
		...{ previous_hash: null, previous_until: null, created_at: 1, expires_at: null },
		...{ last_used_at: null, paused_at: null, revoked_at: null },
	};
	await store.transaction((sql) => agentTokens.insertAgentToken(sql, row));
}
