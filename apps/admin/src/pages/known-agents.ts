import type { Services } from "../services.ts";

/** Those of the agents that have a page: a run may name one that never kept anything here. */
export async function knownAgents(services: Services, ids: Iterable<string>): Promise<ReadonlySet<string>> {
	const known = new Set<string>();
	for (const id of new Set(ids)) {
		if (id !== "" && (await services.reader().getAgent(id)) !== undefined) known.add(id);
	}
	return known;
}
