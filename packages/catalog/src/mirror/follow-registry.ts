import { setTimeout as wait } from "node:timers/promises";
import { poll } from "../poll.ts";
import { backoffMs } from "./backoff.ts";
import type { RegistryClient } from "./registry-client.ts";

const RECONNECT_MS = 1000;
/** However many events come, the registry is asked no more often. */
const REFRESH_EVERY_MS = 300;

export interface FollowOptions {
	readonly client: Pick<RegistryClient, "events">;
	readonly refresh: () => Promise<unknown>;
	/** The pause before the next poll, milliseconds. */
	readonly pauseMs: () => number;
}

/** Asks the registry again and again, and at once when it says that something changed. Gives what stops it. */
export function followRegistry({ client, refresh, pauseMs }: FollowOptions): () => void {
	const stopped = new AbortController();
	const stopPolling = poll(refresh, pauseMs);
	void listen({ client, refresh, signal: stopped.signal });
	return () => {
		stopPolling();
		stopped.abort();
	};
}

interface ListenOptions extends Omit<FollowOptions, "pauseMs"> {
	readonly signal: AbortSignal;
}

/** The event stream is a convenience: what it misses, the poll finds. */
async function listen({ client, refresh, signal }: ListenOptions): Promise<void> {
	for (let failures = 0; !signal.aborted; failures++) {
		try {
			for await (const _ of client.events(signal)) {
				failures = 0;
				await refresh();
				await wait(REFRESH_EVERY_MS, undefined, { signal, ref: false });
			}
		} catch {
			// Not offered, or gone: try again later.
		}
		const pause = backoffMs(failures, { pollMs: RECONNECT_MS, chance: Math.random() });
		await wait(pause, undefined, { signal, ref: false }).catch(() => {});
	}
}
