import { utcDay } from "@cairn/kernel";
import type { Sql } from "../sql.ts";

export interface AgentRow {
	readonly id: string;
	readonly files: number;
	readonly logs: number;
	readonly entries: number;
	/** Retained versions and log entries, in UTF-8 bytes. */
	readonly bytes: number;
	readonly operations: number;
	readonly bytes_saved: number;
	/** Milliseconds since the epoch; null while it isn't listed. */
	readonly appeared_at: number | null;
}

/** An agent as its owner sees it. */
export interface SeenAgentRow extends Omit<AgentRow, "appeared_at"> {
	/** Milliseconds since the epoch. */
	readonly created_at: number;
	readonly last_seen_at: number;
}

/** The sums over all agents that are listed, and how many there are. */
export type AgentTotals = Omit<AgentRow, "id" | "appeared_at"> & { readonly agents: number };

/** What one call changes in an agent's sums; also what it adds to the agent's day. */
export interface UsageChange {
	files: number;
	logs: number;
	entries: number;
	bytes: number;
	operations: number;
	bytesWritten: number;
	bytesSaved: number;
}

const COLUMNS = "id, files, logs, entries, bytes, operations, bytes_saved";

/** An agent's sums, or undefined for one that was never seen. */
export function findAgent(sql: Sql, id: string): Promise<AgentRow | undefined> {
	return sql.get<AgentRow>(`SELECT ${COLUMNS}, appeared_at FROM agents WHERE id = ?`, id);
}

/** The same of an agent that is listed, with when it was seen first and last. */
export function findSeenAgent(sql: Sql, id: string): Promise<SeenAgentRow | undefined> {
	return sql.get<SeenAgentRow>(
		`SELECT ${COLUMNS}, created_at, last_seen_at FROM agents WHERE id = ? AND appeared_at IS NOT NULL`,
		id,
	);
}

export interface AgentsPage {
	/** Agents after this id; "" for the first page. */
	readonly after: string;
	readonly limit: number;
}

/** Those that are listed, by id. */
export function listSeenAgents(sql: Sql, { after, limit }: AgentsPage): Promise<SeenAgentRow[]> {
	return sql.all<SeenAgentRow>(
		`SELECT ${COLUMNS}, created_at, last_seen_at FROM agents WHERE id > ? AND appeared_at IS NOT NULL ORDER BY id LIMIT ?`,
		after,
		limit,
	);
}

/** Sums up all agents that are listed. */
export async function sumAgents(sql: Sql): Promise<AgentTotals> {
	const sum = (column: string) => `coalesce(sum(${column}), 0) AS ${column}`;
	const columns = ["files", "logs", "entries", "bytes", "operations", "bytes_saved"];
	const row = await sql.get<AgentTotals>(
		`SELECT count(*) AS agents, ${columns.map(sum).join(", ")} FROM agents WHERE appeared_at IS NOT NULL`,
	);
	if (row === undefined) throw new Error("a sum returned no row");
	return row;
}

interface Arrival {
	readonly id: string;
	readonly at: number;
}

/** Makes an agent whose calls are counted though it isn't listed: whoever reads may give any name. */
export async function insertReader(sql: Sql, { id, at }: Arrival): Promise<void> {
	await sql.run(
		"INSERT INTO agents (id, created_at, last_seen_at) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING",
		id,
		at,
		at,
	);
}

/** Lists an agent from now on, making it when it is new. */
export async function letAppear(sql: Sql, { id, at }: Arrival): Promise<void> {
	await sql.run(
		`INSERT INTO agents (id, created_at, last_seen_at, appeared_at) VALUES (?, ?, ?, ?)
		 ON CONFLICT (id) DO UPDATE SET appeared_at = coalesce(agents.appeared_at, excluded.appeared_at)`,
		id,
		at,
		at,
		at,
	);
}

/** Notes that a listed agent was here; false for one that isn't listed. */
export async function markSeen(sql: Sql, { id, at }: Arrival): Promise<boolean> {
	const found = await sql.run(
		`UPDATE agents SET last_seen_at = ${sql.dialect.greatest("last_seen_at", "?")} WHERE id = ? AND appeared_at IS NOT NULL`,
		at,
		id,
	);
	return found > 0;
}

/** The sums of an agent that has done nothing yet. */
export function newAgent(id: string): AgentRow {
	return { id, files: 0, logs: 0, entries: 0, bytes: 0, operations: 0, bytes_saved: 0, appeared_at: null };
}

export interface NewUsage {
	readonly id: string;
	readonly at: number;
	readonly change: UsageChange;
	/** Only an agent that is listed counts as there. */
	readonly listed?: boolean;
}

/** Adds a call's changes to the agent's sums and to its day; false, and nothing added, when there is no such agent. */
export async function addUsage(sql: Sql, { id, at, change, listed = false }: NewUsage): Promise<boolean> {
	const found = await sql.run(
		`UPDATE agents SET last_seen_at = ${sql.dialect.greatest("last_seen_at", "?")}, files = files + ?, logs = logs + ?, entries = entries + ?,
		 bytes = bytes + ?, operations = operations + ?, bytes_saved = bytes_saved + ? WHERE id = ?${listed ? " AND appeared_at IS NOT NULL" : ""}`,
		at,
		change.files,
		change.logs,
		change.entries,
		change.bytes,
		change.operations,
		change.bytesSaved,
		id,
	);
	if (found === 0) return false;
	await sql.run(
		`INSERT INTO daily_usage (agent_id, day, operations, bytes_written, bytes_saved) VALUES (?, ?, ?, ?, ?)
		 ON CONFLICT (agent_id, day) DO UPDATE SET operations = daily_usage.operations + excluded.operations,
		 bytes_written = daily_usage.bytes_written + excluded.bytes_written,
		 bytes_saved = daily_usage.bytes_saved + excluded.bytes_saved`,
		id,
		utcDay(at),
		change.operations,
		change.bytesWritten,
		change.bytesSaved,
	);
	return true;
}
