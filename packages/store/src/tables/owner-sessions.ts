import type { Sql } from "../sql.ts";

export interface OwnerSessionRow {
	/** Public: names the session in lists and events. */
	readonly id: string;
	readonly created_at: number;
	readonly last_used_at: number;
	readonly address: string;
	readonly user_agent: string;
}

const COLUMNS = "id, created_at, last_used_at, address, user_agent";

export interface NewOwnerSession extends OwnerSessionRow {
	/** SHA-256 of the cookie's value, hexadecimal. */
	readonly secret_hash: string;
}

/** Adds a session. Only within the transaction of its event. */
export async function insertOwnerSession(sql: Sql, row: NewOwnerSession): Promise<void> {
	await sql.run(
		`INSERT INTO owner_sessions (${COLUMNS}, secret_hash) VALUES (?, ?, ?, ?, ?, ?)`,
		row.id,
		row.created_at,
		row.last_used_at,
		row.address,
		row.user_agent,
		row.secret_hash,
	);
}

export function findOwnerSession(sql: Sql, secretHash: string): Promise<OwnerSessionRow | undefined> {
	return sql.get<OwnerSessionRow>(`SELECT ${COLUMNS} FROM owner_sessions WHERE secret_hash = ?`, secretHash);
}

/** All sessions, latest used first. */
export function listOwnerSessions(sql: Sql): Promise<OwnerSessionRow[]> {
	return sql.all<OwnerSessionRow>(`SELECT ${COLUMNS} FROM owner_sessions ORDER BY last_used_at DESC, id`);
}

/** Notes that a session was used. */
export async function setSessionUsed(sql: Sql, id: string, at: number): Promise<void> {
	const lastUsedAt = sql.dialect.greatest("last_used_at", "?");
	await sql.run(`UPDATE owner_sessions SET last_used_at = ${lastUsedAt} WHERE id = ?`, at, id);
}

/** Ends a session; false when there is none of that id. */
export async function deleteOwnerSession(sql: Sql, id: string): Promise<boolean> {
	return (await sql.run("DELETE FROM owner_sessions WHERE id = ?", id)) > 0;
}

export interface OldSessions {
	/** Last used at this instant or before. */
	readonly idleSince: number;
	/** Begun at this instant or before. */
	readonly begunBefore: number;
}

/** Forgets sessions that have ended by themselves. */
export async function deleteOldSessions(sql: Sql, { idleSince, begunBefore }: OldSessions): Promise<void> {
	await sql.run(
		"DELETE FROM owner_sessions WHERE last_used_at <= ? OR created_at <= ?",
		idleSince,
		begunBefore,
	);
}
