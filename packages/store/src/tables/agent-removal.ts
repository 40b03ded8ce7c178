import type { Sql } from "../sql.ts";

/** What an agent has, and what would go with it. */
export interface AgentHoldings {
	readonly files: number;
	readonly versions: number;
	readonly logs: number;
	readonly entries: number;
	/** Retained versions and log entries, in UTF-8 bytes. */
	readonly bytes: number;
	readonly tokens: number;
}

/** Counts what goes with an agent; undefined for one that was never here and has no token. */
export async function countHoldings(sql: Sql, agentId: string): Promise<AgentHoldings | undefined> {
	const row = await sql.get<AgentHoldings & { readonly known: number }>(
		`SELECT (SELECT count(*) FROM agents WHERE id = ?) AS known,
		 (SELECT count(*) FROM files WHERE agent_id = ?) AS files,
		 (SELECT coalesce(sum(versions), 0) FROM files WHERE agent_id = ?) AS versions,
		 (SELECT count(*) FROM logs WHERE agent_id = ?) AS logs,
		 (SELECT coalesce(sum(entries), 0) FROM logs WHERE agent_id = ?) AS entries,
		 (SELECT coalesce(sum(bytes), 0) FROM agents WHERE id = ?) AS bytes,
		 (SELECT count(*) FROM agent_tokens WHERE agent_id = ?) AS tokens`,
		...Array<string>(7).fill(agentId),
	);
	if (row === undefined || (row.known === 0 && row.tokens === 0)) return undefined;
	const { known, ...holdings } = row;
	return holdings;
}

/**
 * Removes an agent with its files, their versions, marks and summaries, its logs and entries, its daily figures and its
 * tokens. Its events stay, and what it said in common: claims, and the records of scripts that it ran.
 */
export async function removeAgent(sql: Sql, agentId: string): Promise<void> {
	await sql.run("DELETE FROM agent_tokens WHERE agent_id = ?", agentId);
	await sql.run("DELETE FROM deleted_files WHERE agent_id = ?", agentId);
	await sql.run("DELETE FROM read_marks WHERE reader = ?", agentId);
	// What hangs on the agent goes with it by the tables' own rules.
	await sql.run("DELETE FROM agents WHERE id = ?", agentId);
}
