import { laptops } from "@cairn/store";
import { laptopDrift, offeredVersions } from "../scripts/laptop-drift.ts";
import type { Services } from "../services.ts";

/** The program by which an agent came last, as it reported itself under the agent's token. */
export interface AgentClient {
	laptop: string;
	version: string;
	/** How many scripts it lacks, or holds in another version than it is offered. */
	drift: number;
}

/** The programs of some agents; none for an agent that shares its token with others, or never reported. */
export async function agentClients(
	services: Services,
	ids: readonly string[],
): Promise<ReadonlyMap<string, AgentClient>> {
	const rows = await laptops.laptopsOfAgents(services.store().read, ids);
	if (rows.length === 0) return new Map();
	const { scripts } = await services.catalog().listScripts();
	const offered = offeredVersions(scripts, services.approvalRequired);
	return new Map(
		rows.map(({ agent_id, name, client_version, holds }) => [
			agent_id,
			{ laptop: name, version: client_version, drift: laptopDrift({ holds: JSON.parse(holds) }, offered) },
		]),
	);
}

export async function agentClient(services: Services, id: string): Promise<AgentClient | undefined> {
	return (await agentClients(services, [id])).get(id);
}
