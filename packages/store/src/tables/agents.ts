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
}

/** An agent as its owner sees it. */
export interface SeenAgentRow extends AgentRow {
	/** Milliseconds since the epoch. */
	readonly created_at: number;
	readonly last_seen_at: number;
}

/** The sums over all agents, and how many there are. */
export type AgentTotals = Omit<AgentRow, "id"> & { readonly agents: number };

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
	return sql.get<AgentRow>(`SELECT ${COLUMNS} FROM agents WHERE id = ?`, id);
}

/** The same, with when it was seen first and last. */
export function findSeenAgent(sql: Sql, id: string): Promise<SeenAgentRow | undefined> {
	return sql.get<SeenAgentRow>(`SELECT ${COLUMNS}, created_at, last_seen_at FROM agents WHERE id = ?`, id);
}

export interface AgentsPage {
	/** Agents after this id; "" for the first page. */
	readonly after: string;
	readonly limit: number;
}

/** Agents by id. */
export function listSeenAgents(sql: Sql, { after, limit }: AgentsPage): Promise<SeenAgentRow[]> {
	return sql.all<SeenAgentRow>(
		`SELECT ${COLUMNS}, created_at, last_seen_at FROM agents WHERE id > ? ORDER BY id LIMIT ?`,
		after,
		limit,
	);
}

/** Sums up all agents. */
export async function sumAgents(sql: Sql): Promise<AgentTotals> {
	const sum = (column: string) => `coalesce(sum(${column}), 0) AS ${column}`;
	const columns = ["files", "logs", "entries", "bytes", "operations", "bytes_saved"];
	const row = await sql.get<AgentTotals>(
		`SELECT count(*) AS agents, ${columns.map(sum).join(", ")} FROM agents`,
	);
	if (row === undefined) throw new Error("a sum returned no row");
	return row;
}

export async function insertAgent(sql: Sql, { id, at }: { id: string; at: number }): Promise<AgentRow> {
	await sql.run("INSERT INTO agents (id, created_at, last_seen_at) VALUES (?, ?, ?)", id, at, at);
	return newAgent(id);
}

/** The sums of an agent that has done nothing yet. */
export function newAgent(id: string): AgentRow {
	return { id, files: 0, logs: 0, entries: 0, bytes: 0, operations: 0, bytes_saved: 0 };
}

export interface NewUsage {
	readonly id: string;
	readonly at: number;
	readonly change: UsageChange;
}

/** Adds a call's changes to the agent's sums and to its day; false, and nothing added, when there is no such agent. */
export async function addUsage(sql: Sql, { id, at, change }: NewUsage): Promise<boolean> {
	const found = await sql.run(
		`UPDATE agents SET last_seen_at = ${sql.dialect.greatest("last_seen_at", "?")}, files = files + ?, logs = logs + ?, entries = entries + ?,
		 bytes = bytes + ?, operations = operations + ?, bytes_saved = bytes_saved + ? WHERE id = ?`,
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
