import type { Sql } from "../sql.ts";

/** What the first event of a chain is joined to. */
export const CHAIN_START = "";

/** Where the next event of an agent is joined. */
export interface ChainEnd {
	/** The id that the next event of all gets: ids have no gaps, so that a missing event shows. */
	readonly nextId: number;
	/** The hash of the agent's last event, or the start of a chain. */
	readonly hash: string;
}

/** Where an agent's chain ends. Only within the transaction that adds to it, which makes its writer the only one. */
export async function chainEnd(sql: Sql, agentId: string): Promise<ChainEnd> {
	const row = await sql.get<{ next_id: number; hash: string | null }>(
		`SELECT (SELECT coalesce(max(id), 0) + 1 FROM events) AS next_id,
		 (SELECT hash FROM event_chains WHERE agent_id = ?) AS hash`,
		agentId,
	);
	return { nextId: Number(row?.next_id ?? 1), hash: row?.hash ?? CHAIN_START };
}

export interface NewChainEnd {
	readonly agentId: string;
	readonly eventId: number;
	readonly hash: string;
}

/** Notes the event that was just added as the last one of its agent. */
export async function moveChainEnd(sql: Sql, { agentId, eventId, hash }: NewChainEnd): Promise<void> {
	await sql.run(
		`INSERT INTO event_chains (agent_id, events, last_event_id, hash) VALUES (?, 1, ?, ?)
		 ON CONFLICT (agent_id) DO UPDATE SET events = event_chains.events + 1, last_event_id = excluded.last_event_id,
		 hash = excluded.hash`,
		agentId,
		eventId,
		hash,
	);
}

export interface EventChainRow {
	readonly agent_id: string;
	/** How many events the chain has. */
	readonly events: number;
	readonly last_event_id: number;
	readonly hash: string;
}

/** The ends of all chains, or of one agent's. */
export function listChains(sql: Sql, agentId?: string): Promise<EventChainRow[]> {
	const columns = "SELECT agent_id, events, last_event_id, hash FROM event_chains";
	if (agentId === undefined) return sql.all<EventChainRow>(`${columns} ORDER BY agent_id`);
	return sql.all<EventChainRow>(`${columns} WHERE agent_id = ?`, agentId);
}
