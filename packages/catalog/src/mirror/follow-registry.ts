import { setTimeout as wait } from "node:timers/promises";
import { retryAfterMs } from "@cairn/kernel";
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
	/** Waits so many milliseconds, or until the signal fires; for the event stream. */
	readonly pause?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/** Asks the registry again and again, and at once when it says that something changed. Gives what stops it. */
export function followRegistry({ client, refresh, pauseMs, pause = waitFor }: FollowOptions): () => void {
	const stopped = new AbortController();
	const stopPolling = poll(refresh, pauseMs);
	void listen({ client, refresh, pause, signal: stopped.signal });
	return () => {
		stopPolling();
		stopped.abort();
	};
}

function waitFor(ms: number, signal: AbortSignal): Promise<unknown> {
	return wait(ms, undefined, { signal, ref: false }).catch(() => {});
}

interface ListenOptions extends Omit<Required<FollowOptions>, "pauseMs"> {
	readonly signal: AbortSignal;
}

/** The event stream is a convenience: what it misses, the poll finds. */
async function listen({ client, refresh, pause, signal }: ListenOptions): Promise<void> {
	for (let failures = 0; !signal.aborted; failures++) {
		let leaveAloneMs = 0;
		try {
			for await (const _ of client.events(signal)) {
				failures = 0;
				// Not waited for: while something slow is fetched, the next change must be heard of.
				void refresh().catch(() => {});
				await pause(REFRESH_EVERY_MS, signal);
			}
		} catch (error) {
			// Not offered, or gone: try again later.
			leaveAloneMs = retryAfterMs(error);
		}
		const backoff = backoffMs(failures, { pollMs: RECONNECT_MS, chance: Math.random() });
		await pause(Math.max(backoff, leaveAloneMs), signal);
	}
}
