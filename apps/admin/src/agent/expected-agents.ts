import type { Services } from "../services.ts";

/** How many tokens each agent has that are not revoked. */
export async function livingTokens(services: Services): Promise<ReadonlyMap<string, number>> {
	const counts = new Map<string, number>();
	for (const { agentId, state } of await services.tokens().list()) {
		if (state !== "revoked") counts.set(agentId, (counts.get(agentId) ?? 0) + 1);
	}
	return counts;
}

/** Those of some agents that have never been here. */
export async function expectedAgents(services: Services, ids: Iterable<string>): Promise<string[]> {
	const expected: string[] = [];
	for (const id of ids) if ((await services.reader().getAgent(id)) === undefined) expected.push(id);
	return expected;
}
