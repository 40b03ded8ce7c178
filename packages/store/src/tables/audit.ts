import type { Sql, SqlValue } from "../sql.ts";
import { idsOfTime } from "./event-spans.ts";
import type { StoredEvent } from "./events.ts";

/** Which events of the audit are wanted; all, unless told. */
export interface AuditFilter {
	readonly agentId?: string | undefined;
	readonly action?: string | undefined;
	/** Any of these actions; of none, nothing. */
	readonly actions?: readonly string[] | undefined;
	readonly outcome?: string | undefined;
	/** The instant from which on, and the one before which, milliseconds since the epoch. */
	readonly since?: number | undefined;
	readonly until?: number | undefined;
}

export interface AuditPage extends AuditFilter {
	readonly limit: number;
	/** Events before the one with this id, newest first. */
	readonly before?: number | undefined;
	/** Events after the one with this id, oldest first. */
	readonly after?: number | undefined;
}

/**
 * A page of the audit: newest first, or from an event on. Of an agent it walks that agent's events: by the index of an
 * action, which the empty text keeps out of it, it would walk everybody's, of which there may be millions.
 */
export async function listAudit(sql: Sql, page: AuditPage): Promise<StoredEvent[]> {
	const { limit, before, after, since, until } = page;
	const ids = since === undefined && until === undefined ? {} : await idsOfTime(sql, { since, until });
	const column = (name: string) => (page.agentId === undefined ? name : `${name} || ''`);
	const conditions: [string, SqlValue | undefined][] = [
		["agent_id = ?", page.agentId],
		[`${column("action")} = ?`, page.action],
		[sql.dialect.among(column("action")), page.actions],
		[`${column("outcome")} = ?`, page.outcome],
		["at >= ?", since],
		["at < ?", until],
		["id >= ?", ids.from],
		["id < ?", ids.before],
		["id < ?", before],
		["id > ?", after],
	];
	const given = conditions.flatMap(([condition, value]) =>
		value === undefined ? [] : [{ condition, value }],
	);
	const where = given.length === 0 ? "" : `WHERE ${given.map(({ condition }) => condition).join(" AND ")}`;
	const order = after === undefined ? "DESC" : "ASC";
	return sql.all<StoredEvent>(
		`SELECT * FROM events ${where} ORDER BY id ${order} LIMIT ?`,
		...given.map(({ value }) => value),
		limit,
	);
}
