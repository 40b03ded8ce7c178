import { CairnError, type Clock } from "@cairn/kernel";
import { agentRemoval, type Store } from "@cairn/store";
import { BY_OWNER, type Doer, recordDeed } from "../audit/deed.ts";

export interface AgentDeletionContext {
	readonly store: Store;
	readonly clock: Clock;
}

/**
 * What goes when an agent is deleted.
 * @throws CairnError `not_found` for an agent that was never here and has no token.
 */
export async function previewAgentDeletion(
	{ store }: Pick<AgentDeletionContext, "store">,
	agentId: string,
): Promise<agentRemoval.AgentHoldings> {
	const holdings = await agentRemoval.countHoldings(store.read, agentId);
	if (holdings === undefined) throw unknownAgent();
	return holdings;
}

/**
 * Deletes an agent with all its files, logs and tokens, at once or not at all; its events stay, with one that tells what
 * went. A program that still goes under its name with the shared token begins anew, with nothing.
 * @returns what went
 * @throws CairnError `not_found` for an agent that was never here and has no token.
 */
export function deleteAgent(
	{ store, clock }: AgentDeletionContext,
	agentId: string,
	by: Doer = BY_OWNER,
): Promise<agentRemoval.AgentHoldings> {
	return store.transaction(async (sql) => {
		const holdings = await agentRemoval.countHoldings(sql, agentId);
		if (holdings === undefined) throw unknownAgent();
		await agentRemoval.removeAgent(sql, agentId);
		await recordDeed(sql, {
			by,
			at: clock.now(),
			action: "agent.delete",
			object: agentId,
			agentId,
			bytes: holdings.bytes,
			counts: holdings,
		});
		return holdings;
	});
}

function unknownAgent(): CairnError {
	return new CairnError(
		"not_found",
		"No agent of that name has been here. Check the name, or see the list of agents.",
	);
}
