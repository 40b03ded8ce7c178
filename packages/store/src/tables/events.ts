import { CairnError, type Caller, SYSTEM_CALLER } from "@cairn/kernel";
import { hashEvent } from "../hash-event.ts";
import type { Sql } from "../sql.ts";
import {
	beginChain,
	CHAIN_START,
	type ChainEnd,
	chainEnd,
	chainEndAndToken,
	moveChainEnd,
} from "./event-chains.ts";
import { endsSpan, noteSpans } from "./event-spans.ts";

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
	"script.notice",
	"script.clear",
	"catalog.publish",
	"laptop.report",
	"claim.add",
	"claim.confirm",
	"claim.retract",
	"claim.review",
	"owner.claim",
	"owner.login",
	"owner.logout",
	"owner.password",
	"owner.reset",
	"session.end",
	"token.create",
	"token.rotate",
	"token.pause",
	"token.resume",
	"token.revoke",
	"agent.delete",
	"host.allow",
	"host.remove",
	"access.refuse",
	"access.flood",
	"backup.make",
	"backup.fail",
	"backup.restore",
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
	/**
	 * A path, the agent itself, the directory of a script, a laptop's name, the id of a claim, routine, token or session, a host's
	 * name; of the catalog, its version; of a refused call, the operation or page.
	 */
	readonly object: string;
	readonly version?: number;
	readonly entryId?: number;
	readonly bytes?: number;
	readonly bytesSaved?: number;
	/** SHA-256, hexadecimal. */
	readonly beforeHash?: string;
	readonly afterHash?: string;
	/** Who did it; Cairn itself unless told. */
	readonly caller?: Caller;
	/** Whether it was done; it was, unless told. A script that ran and ended with an error has `failed`. */
	readonly outcome?: EventOutcome;
	/** Names, types and sizes of what was given, as JSON; never values. */
	readonly shape?: string;
}

export type EventOutcome = "ok" | "failed" | "refused";

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
	/** Empty for events of before it was kept. */
	readonly actor: string;
	readonly token_id: string | null;
	readonly outcome: EventOutcome;
	readonly address: string | null;
	readonly shape: string | null;
	/** SHA-256, hexadecimal: the end of the agent's chain before this event, and with it; null for events of before. */
	readonly prev_hash: string | null;
	readonly hash: string | null;
}

/**
 * Adds an event to the transaction of the change that it tells of, at the end of its agent's chain.
 * @returns its id
 * @throws CairnError `unauthorized` when the caller's token was paused, revoked or deleted since the call was let in.
 */
export async function insertEvent(sql: Sql, event: NewEvent): Promise<number> {
	const end = await permittedEnd(sql, event);
	const row = chainedRow(event, end);
	await sql.run(
		`INSERT INTO events (id, at, request_id, agent_id, action, object, version, entry_id, bytes, bytes_saved, before_hash,
		 after_hash, actor, token_id, outcome, address, shape, prev_hash, hash)
		 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		row.id,
		row.at,
		row.request_id,
		row.agent_id,
		row.action,
		row.object,
		row.version,
		row.entry_id,
		row.bytes,
		row.bytes_saved,
		row.before_hash,
		row.after_hash,
		row.actor,
		row.token_id,
		row.outcome,
		row.address,
		row.shape,
		row.prev_hash,
		row.hash,
	);
	const newEnd = { agentId: row.agent_id, eventId: row.id, hash: row.hash };
	await (end.hash === undefined ? beginChain(sql, newEnd) : moveChainEnd(sql, newEnd));
	if (endsSpan(row.id)) await noteSpans(sql, row.id);
	return row.id;
}

/**
 * Where the event is joined. A door looks at a token before the transaction, and the owner may have deleted the agent in
 * between: what was let in before must not bring it back.
 */
async function permittedEnd(sql: Sql, { agentId, caller, outcome }: NewEvent): Promise<ChainEnd> {
	const tokenId = caller?.tokenId;
	if (tokenId === undefined || outcome === "refused") return chainEnd(sql, agentId);
	const end = await chainEndAndToken(sql, agentId, tokenId);
	if (end.isTokenGood) return end;
	throw new CairnError(
		"unauthorized",
		"This token was paused, revoked or deleted while the call was under way; nothing was changed. Ask the owner for another one.",
	);
}

/** The row of an event, joined to the end of its chain. Text that UTF-8 can't carry would come back as another. */
function chainedRow(
	event: NewEvent,
	{ nextId, hash = CHAIN_START }: ChainEnd,
): StoredEvent & { readonly hash: string } {
	const { actor, tokenId, address } = event.caller ?? SYSTEM_CALLER;
	const row = {
		id: nextId,
		at: event.at,
		request_id: event.requestId,
		agent_id: event.agentId,
		action: event.action,
		object: event.object.toWellFormed(),
		version: event.version ?? null,
		entry_id: event.entryId ?? null,
		bytes: event.bytes ?? 0,
		bytes_saved: event.bytesSaved ?? 0,
		before_hash: event.beforeHash ?? null,
		after_hash: event.afterHash ?? null,
		actor,
		token_id: tokenId ?? null,
		outcome: event.outcome ?? "ok",
		address: address ?? null,
		shape: event.shape ?? null,
		prev_hash: hash,
	} as const;
	return { ...row, hash: hashEvent(row) };
}

/** The events after an id, oldest first. */
export function eventsAfter(
	sql: Sql,
	{ after, limit }: { after: number; limit: number },
): Promise<StoredEvent[]> {
	return sql.all<StoredEvent>("SELECT * FROM events WHERE id > ? ORDER BY id LIMIT ?", after, limit);
}

/** The events of one agent after an id, oldest first. */
export function agentEventsAfter(
	sql: Sql,
	{ agentId, after, limit }: { agentId: string; after: number; limit: number },
): Promise<StoredEvent[]> {
	return sql.all<StoredEvent>(
		"SELECT * FROM events WHERE agent_id = ? AND id > ? ORDER BY id LIMIT ?",
		agentId,
		after,
		limit,
	);
}

/** The id of the newest event, 0 while there is none. */
export async function lastEventId(sql: Sql): Promise<number> {
	const row = await sql.get<{ id: number }>("SELECT id FROM events ORDER BY id DESC LIMIT 1");
	return row?.id ?? 0;
}
