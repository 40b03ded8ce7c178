import type { Sql } from "../sql.ts";

export interface AgentTokenRow {
	/** The public part of the token. */
	readonly id: string;
	readonly agent_id: string;
	readonly label: string;
	/** Separated by spaces. */
	readonly scopes: string;
	/** 1 when the token fixes the agent_id of each call. */
	readonly bound: number;
	/** SHA-256 of the secret, hexadecimal; of the one before, which works until an instant. */
	readonly secret_hash: string;
	readonly previous_hash: string | null;
	readonly previous_until: number | null;
	readonly created_at: number;
	readonly expires_at: number | null;
	readonly last_used_at: number | null;
	readonly paused_at: number | null;
	readonly revoked_at: number | null;
}

/** Adds a token. Only within the transaction of its event. */
export async function insertAgentToken(sql: Sql, row: AgentTokenRow): Promise<void> {
	await sql.run(
		`INSERT INTO agent_tokens (id, agent_id, label, scopes, bound, secret_hash, created_at, expires_at)
		 VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
		row.id,
		row.agent_id,
		row.label,
		row.scopes,
		row.bound,
		row.secret_hash,
		row.created_at,
		row.expires_at,
	);
}

export function findAgentToken(sql: Sql, id: string): Promise<AgentTokenRow | undefined> {
	return sql.get<AgentTokenRow>("SELECT * FROM agent_tokens WHERE id = ?", id);
}

/** Whether there is any token, in whatever state. */
export async function hasAgentTokens(sql: Sql): Promise<boolean> {
	return (await sql.get("SELECT id FROM agent_tokens LIMIT 1")) !== undefined;
}

/** Tokens in the order of their agents, newest first in each; of one agent when one is named. */
export function listAgentTokens(sql: Sql, agentId?: string): Promise<AgentTokenRow[]> {
	if (agentId === undefined) {
		return sql.all<AgentTokenRow>("SELECT * FROM agent_tokens ORDER BY agent_id, created_at DESC, id");
	}
	return sql.all<AgentTokenRow>(
		"SELECT * FROM agent_tokens WHERE agent_id = ? ORDER BY created_at DESC, id",
		agentId,
	);
}

export interface RotatedSecret {
	readonly id: string;
	readonly secretHash: string;
	/** Until when the secret of now works too; null for no longer. */
	readonly previousUntil: number | null;
}

/** Gives a token a new secret, and the one of now an end. */
export async function rotateAgentToken(
	sql: Sql,
	{ id, secretHash, previousUntil }: RotatedSecret,
): Promise<void> {
	await sql.run(
		`UPDATE agent_tokens SET previous_hash = CASE WHEN CAST(? AS BIGINT) IS NULL THEN NULL ELSE secret_hash END,
		 previous_until = ?, secret_hash = ? WHERE id = ?`,
		previousUntil,
		previousUntil,
		secretHash,
		id,
	);
}

/** Pauses a token from an instant, or lets it go on. */
export async function setTokenPaused(sql: Sql, id: string, pausedAt: number | null): Promise<void> {
	await sql.run("UPDATE agent_tokens SET paused_at = ? WHERE id = ?", pausedAt, id);
}

/** Ends a token for good, and with it the secrets that it had. */
export async function setTokenRevoked(sql: Sql, id: string, revokedAt: number): Promise<void> {
	await sql.run(
		"UPDATE agent_tokens SET revoked_at = ?, previous_hash = NULL, previous_until = NULL WHERE id = ?",
		revokedAt,
		id,
	);
}

/** Notes that a token was used. */
export async function setTokenUsed(sql: Sql, id: string, at: number): Promise<void> {
	await sql.run(
		`UPDATE agent_tokens SET last_used_at = ${sql.dialect.greatest("coalesce(last_used_at, 0)", "?")} WHERE id = ?`,
		at,
		id,
	);
}
