import { hash } from "node:crypto";
import type { StoredEvent } from "./tables/events.ts";

/** Everything of an event that its hash vouches for, with the hash of the event before it. */
export type HashedEvent = Omit<StoredEvent, "hash">;

/**
 * The SHA-256 of an event, hexadecimal, over the JSON array of its columns in this order; the last is the hash of the
 * event before it, which makes them a chain. The order and the mark are part of the format: they never change.
 */
export function hashEvent(event: HashedEvent): string {
	const fields = [
		"cairn-event-1",
		event.id,
		event.at,
		event.request_id,
		event.agent_id,
		event.action,
		event.object,
		event.version,
		event.entry_id,
		event.bytes,
		event.bytes_saved,
		event.before_hash,
		event.after_hash,
		event.actor,
		event.token_id,
		event.outcome,
		event.address,
		event.shape,
		event.prev_hash,
	];
	return hash("sha256", JSON.stringify(fields), "hex");
}
