import type { Sql } from "../sql.ts";

export const EVENT_ACTIONS = [
	"agent.create",
	"file.write",
	"file.read",
	"file.delete",
	"log.append",
	"summary.store",
	"summary.read",
	"script.see",
	"script.remove",
	"script.approve",
	"script.enable",
	"script.disable",
	"script.run",
	"script.break",
	"script.mend",
	"script.clear",
	"catalog.publish",
	"laptop.report",
	"claim.add",
	"claim.confirm",
	"claim.retract",
	"claim.review",
	"routine.add",
	"routine.change",
	"routine.move",
	"routine.remove",
] as const;

export type EventAction = (typeof EVENT_ACTIONS)[number];

/** What happened to one object of one agent; never its contents. */
export interface NewEvent {
	/** Milliseconds since the epoch. */
	readonly at: number;
	readonly requestId: string;
	/** Empty where no agent took part, or one without a name; `@owner` where the owner did what agents do. */
	readonly agentId: string;
	readonly action: EventAction;
	/** A path, the agent itself, the directory of a script, a laptop's name, the id of a claim or a routine; of the catalog, its version. */
	readonly object: string;
	readonly version?: number;
	readonly entryId?: number;
	readonly bytes?: number;
	readonly bytesSaved?: number;
	/** SHA-256, hexadecimal. */
	readonly beforeHash?: string;
	readonly afterHash?: string;
}

export interface StoredEvent {
	readonly id: number;
	readonly at: number;
	readonly request_id: string;
	readonly agent_id: string;
	readonly action: EventAction;
	readonly object: string;
	readonly version: number | null;
	readonly entry_id: number | null;
	readonly bytes: number;
	readonly bytes_saved: number;
	readonly before_hash: string | null;
	readonly after_hash: string | null;
}

/** Adds an event to the transaction of the change that it tells of. */
export async function insertEvent(sql: Sql, event: NewEvent): Promise<void> {
	await sql.run(
		`INSERT INTO events (at, request_id, agent_id, action, object, version, entry_id, bytes, bytes_saved, before_hash, after_hash)
		 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		event.at,
		event.requestId,
		event.agentId,
		event.action,
		event.object,
		event.version ?? null,
		event.entryId ?? null,
		event.bytes ?? 0,
		event.bytesSaved ?? 0,
		event.beforeHash ?? null,
		event.afterHash ?? null,
	);
}

/** The events after an id, oldest first. */
export function eventsAfter(
	sql: Sql,
	{ after, limit }: { after: number; limit: number },
): Promise<StoredEvent[]> {
	return sql.all<StoredEvent>("SELECT * FROM events WHERE id > ? ORDER BY id LIMIT ?", after, limit);
}

/** The id of the newest event, 0 while there is none. */
export async function lastEventId(sql: Sql): Promise<number> {
	const row = await sql.get<{ id: number }>("SELECT id FROM events ORDER BY id DESC LIMIT 1");
	return row?.id ?? 0;
}
