import { setImmediate as nextTurn } from "node:timers/promises";
import { type ChainFault, ChainWalk } from "./chain-walk.ts";
import type { Sql } from "./sql.ts";
import type { Store } from "./store.ts";
import { findByHash, listChains } from "./tables/event-chains.ts";
import { agentEventsAfter, eventsAfter, lastEventId, type StoredEvent } from "./tables/events.ts";

const PAGE = 500;

export interface VerifyOptions {
	/** Only the chain of this agent; all of them, and that no event of any is missing, unless told. */
	readonly agentId?: string | undefined;
	/** Stops the reading. */
	readonly signal?: AbortSignal | undefined;
}

/** What the chains of events say about themselves. */
export interface EventsVerification {
	/** How many events were found unchanged and in their place. */
	readonly verified: number;
	/** How many are from before there were chains: nothing vouches for them. */
	readonly unchained: number;
	/** The newest event that was found right: who keeps its hash elsewhere can tell later whether all was written anew. */
	readonly newest: { readonly id: number; readonly hash: string } | undefined;
	/** The first entry at which a chain breaks; undefined when all is as it was written. */
	readonly fault: ChainFault | undefined;
}

/**
 * Reads the events and computes their chains anew, page by page, while others go on writing.
 * @throws CairnError `unavailable` when the store can't be read.
 */
export async function verifyEvents(
	store: Pick<Store, "read">,
	{ agentId, signal }: VerifyOptions = {},
): Promise<EventsVerification> {
	// What was committed when the ends were read is looked at, and nothing that comes later.
	const before = await lastEventId(store.read);
	const ends = await listChains(store.read, agentId);
	const newestId = ends.length === 0 ? before : Math.max(...ends.map((end) => end.newest_of_all));
	const walk = new ChainWalk({ ends, gapless: agentId === undefined });
	const report = (fault: ChainFault | undefined): EventsVerification => {
		const { verified, unchained, newest } = walk;
		return { verified, unchained, newest, fault };
	};
	for await (const event of readEvents(store.read, { agentId, newestId, signal })) {
		const fault = await walk.step(event, (hash) => findByHash(store.read, event.agent_id, hash));
		if (fault !== undefined) return report(fault);
	}
	return report(walk.end());
}

interface Reading extends VerifyOptions {
	/** The last event to read. */
	readonly newestId: number;
}

async function* readEvents(sql: Sql, { agentId, newestId, signal }: Reading): AsyncGenerator<StoredEvent> {
	let after = 0;
	for (;;) {
		signal?.throwIfAborted();
		const page = { after, limit: PAGE };
		const events =
			agentId === undefined
				? await eventsAfter(sql, page)
				: await agentEventsAfter(sql, { ...page, agentId });
		for (const event of events) {
			if (event.id > newestId) return;
			yield event;
		}
		if (events.length < PAGE) return;
		after = events.at(-1)?.id ?? after;
		// A page is read and hashed without a pause; others get their turn between pages.
		await nextTurn();
	}
}
