import type { Sql } from "../sql.ts";

/** What the first event of a chain is joined to. */
export const CHAIN_START = "";

/** Where the next event of an agent is joined. */
export interface ChainEnd {
	/**
	 * The id that the next event of all gets. It is above every id that there ever was, also of events that were removed, or
	 * that a restore left behind; ids have no gaps but before the event of a restore, so that a missing event shows.
	 */
	readonly nextId: number;
	/** The hash of the agent's last event; undefined for one that has no chain yet. */
	readonly hash: string | undefined;
}

interface ChainEndRow {
	readonly next_id: number;
	readonly hash: string | null;
}

/** Where an agent's chain ends. Only within the transaction that adds to it, which makes its writer the only one. */
export async function chainEnd(sql: Sql, agentId: string): Promise<ChainEnd> {
	return endOf(await sql.get<ChainEndRow>(`SELECT ${endColumns(sql)}`, agentId));
}

/** The same, with whether a token is still good, by one statement: each one costs a round trip to a server of databases. */
export async function chainEndAndToken(
	sql: Sql,
	agentId: string,
	tokenId: string,
): Promise<ChainEnd & { readonly isTokenGood: boolean }> {
	const row = await sql.get<ChainEndRow & { readonly good: number | null }>(
		`SELECT ${endColumns(sql)},
		 (SELECT 1 FROM agent_tokens WHERE id = ? AND paused_at IS NULL AND revoked_at IS NULL) AS good`,
		agentId,
		tokenId,
	);
	return { ...endOf(row), isTokenGood: row?.good === 1 };
}

function endColumns({ dialect }: Sql): string {
	return `${dialect.newestEventId} + 1 AS next_id, (SELECT hash FROM event_chains WHERE agent_id = ?) AS hash`;
}

function endOf(row: ChainEndRow | undefined): ChainEnd {
	return { nextId: Number(row?.next_id ?? 1), hash: row?.hash ?? undefined };
}

export interface NewChainEnd {
	readonly agentId: string;
	readonly eventId: number;
	readonly hash: string;
}

/** Notes the first event of an agent as the end of its chain. */
export async function beginChain(sql: Sql, { agentId, eventId, hash }: NewChainEnd): Promise<void> {
	await sql.run(
		"INSERT INTO event_chains (agent_id, events, last_event_id, hash) VALUES (?, 1, ?, ?)",
		agentId,
		eventId,
		hash,
	);
}

/** Notes the event that was just added as the last one of its agent. */
export async function moveChainEnd(sql: Sql, { agentId, eventId, hash }: NewChainEnd): Promise<void> {
	await sql.run(
		"UPDATE event_chains SET events = events + 1, last_event_id = ?, hash = ? WHERE agent_id = ?",
		eventId,
		hash,
		agentId,
	);
}

export interface EventChainRow {
	readonly agent_id: string;
	/** How many events the chain has. */
	readonly events: number;
	readonly last_event_id: number;
	readonly hash: string;
	/** The agent's newest event by the events themselves. */
	readonly newest_id: number;
	/** The newest event of all by the events themselves. */
	readonly newest_of_all: number;
}

/** The ends of all chains, or of one agent's, at one moment. */
export function listChains(sql: Sql, agentId?: string): Promise<EventChainRow[]> {
	const columns = `SELECT agent_id, events, last_event_id, hash,
		 coalesce((SELECT max(id) FROM events WHERE events.agent_id = event_chains.agent_id), 0) AS newest_id,
		 (SELECT coalesce(max(id), 0) FROM events) AS newest_of_all
		 FROM event_chains`;
	if (agentId === undefined) return sql.all<EventChainRow>(`${columns} ORDER BY agent_id`);
	return sql.all<EventChainRow>(`${columns} WHERE agent_id = ?`, agentId);
}

export interface EventPlace {
	readonly id: number;
	/** The agent's event after it; the same when there is none. */
	readonly next_id: number;
}

/** Where the event of an agent stands that has a hash. Looks through the agent's events. */
export function findByHash(sql: Sql, agentId: string, hash: string): Promise<EventPlace | undefined> {
	return sql.get<EventPlace>(
		`SELECT id, coalesce((SELECT min(after.id) FROM events AS after WHERE after.agent_id = found.agent_id
		 AND after.id > found.id), id) AS next_id
		 FROM events AS found WHERE agent_id = ? AND hash = ?`,
		agentId,
		hash,
	);
}
