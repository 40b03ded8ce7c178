import { type Caller, createId, OWNER_CALLER } from "@cairn/kernel";
import { events, type Sql } from "@cairn/store";
import { shapeOf } from "./shape-of.ts";

/** Who does something to identities, and by which request; the owner, unless told. */
export interface Doer {
	readonly caller: Caller;
	readonly requestId?: string | undefined;
}

export const BY_OWNER: Doer = { caller: OWNER_CALLER };

export interface Deed {
	readonly by: Doer;
	readonly at: number;
	readonly action: events.EventAction;
	/** The token, session, name or agent that it was done to. */
	readonly object: string;
	/** The agent whose chain tells of it; none, unless told. */
	readonly agentId?: string;
	readonly bytes?: number;
	readonly outcome?: events.EventOutcome;
	/** What was given: only its shape is kept. */
	readonly given?: unknown;
	/** How much of what it was done to, where that is the shape of the deed. */
	readonly counts?: object;
}

/** Writes the event of a deed into the transaction that does it. */
export async function recordDeed(
	sql: Sql,
	{ by, agentId = "", given, counts, ...event }: Deed,
): Promise<void> {
	await events.insertEvent(sql, {
		...event,
		agentId,
		requestId: by.requestId ?? createId("req"),
		caller: by.caller,
		...(given !== undefined && { shape: shapeOf(given) }),
		...(counts !== undefined && { shape: JSON.stringify(counts) }),
	});
}
