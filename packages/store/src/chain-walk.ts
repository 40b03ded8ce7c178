import { hashEvent } from "./hash-event.ts";
import { CHAIN_START, type EventChainRow } from "./tables/event-chains.ts";
import type { StoredEvent } from "./tables/events.ts";

/**
 * How an entry breaks its chain: its own content isn't what was hashed; one before it is gone; it stands where another
 * stood; it was put in without a place in the chain; or entries that the chain ended with are gone.
 */
export type ChainFaultKind = "changed" | "removed" | "moved" | "inserted" | "end_removed";

/** The first entry at which a chain breaks. */
export interface ChainFault {
	readonly kind: ChainFaultKind;
	/** The entry that is wrong, or of one that is gone the first that is known to be missing, or the next one that is there. */
	readonly eventId: number;
	/** Whose chain it is; undefined where only a number is missing. */
	readonly agentId: string | undefined;
}

/** Where an entry of an agent stands, and which of the agent's entries comes next. */
export interface Place {
	readonly id: number;
	readonly next_id: number;
}

interface ChainState {
	readonly count: number;
	readonly firstId: number;
	readonly hash: string;
}

export interface ChainWalkOptions {
	/** Where the chains end by the store's own account. */
	readonly ends: readonly EventChainRow[];
	/** Whether all events come by, so that a number that is missing shows. */
	readonly gapless: boolean;
}

/** Goes along events in the order of their ids, and keeps for each agent where its chain has come to. */
export class ChainWalk {
	readonly #ends: ReadonlyMap<string, EventChainRow>;
	readonly #gapless: boolean;
	readonly #chains = new Map<string, ChainState>();
	#nextId: number | undefined;
	verified = 0;
	newest: { readonly id: number; readonly hash: string } | undefined;
	unchained = 0;

	constructor({ ends, gapless }: ChainWalkOptions) {
		this.#ends = new Map(ends.map((end) => [end.agent_id, end]));
		this.#gapless = gapless;
	}

	/** Takes the next event; `find` looks up where the agent's event with a hash stands. */
	async step(
		event: StoredEvent,
		find: (hash: string) => Promise<Place | undefined>,
	): Promise<ChainFault | undefined> {
		const { id: eventId, agent_id: agentId } = event;
		const expectedId = this.#nextId;
		const isGap = expectedId !== undefined && eventId > expectedId;
		// A restored store leaves out the ids that the one before it had used, and says so by this event.
		if (this.#gapless && isGap && event.action !== "backup.restore") {
			return { kind: "removed", eventId: expectedId, agentId: undefined };
		}
		if (event.hash === null || event.prev_hash === null) return this.#passUnchained(event);
		this.#nextId = eventId + 1;
		const chain = this.#chains.get(agentId) ?? { count: 0, firstId: eventId, hash: CHAIN_START };
		if (event.prev_hash !== chain.hash) {
			if (event.prev_hash === CHAIN_START) return { kind: "inserted", eventId: chain.firstId, agentId };
			const previous = await find(event.prev_hash);
			if (previous === undefined) return { kind: "removed", eventId, agentId };
			if (previous.id > eventId) return { kind: "moved", eventId, agentId };
			return { kind: "inserted", eventId: previous.next_id, agentId };
		}
		if (hashEvent(event) !== event.hash) return { kind: "changed", eventId, agentId };
		this.#chains.set(agentId, { ...chain, count: chain.count + 1, hash: event.hash });
		this.verified++;
		this.newest = { id: eventId, hash: event.hash };
		return undefined;
	}

	/** Says whether each chain has come to its end. */
	end(): ChainFault | undefined {
		for (const end of this.#ends.values()) {
			const chain = this.#chains.get(end.agent_id);
			if (chain?.hash === end.hash && chain.count === end.events) continue;
			const kind = (chain?.count ?? 0) > end.events ? "inserted" : "end_removed";
			const eventId = kind === "inserted" ? end.newest_id : end.last_event_id;
			return { kind, eventId, agentId: end.agent_id };
		}
		for (const [agentId, { firstId }] of this.#chains) {
			if (!this.#ends.has(agentId)) return { kind: "inserted", eventId: firstId, agentId };
		}
		return undefined;
	}

	/** Events without a hash come before the first chain begins, and never again. */
	#passUnchained({ id: eventId, agent_id: agentId, hash, prev_hash }: StoredEvent): ChainFault | undefined {
		if (hash !== prev_hash) return { kind: "changed", eventId, agentId };
		if (this.#nextId !== undefined || this.#chains.has(agentId))
			return { kind: "inserted", eventId, agentId };
		this.unchained++;
		return undefined;
	}
}
