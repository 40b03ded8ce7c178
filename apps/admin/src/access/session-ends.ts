import type { OwnerAccess } from "@cairn/identity";
import type { Clock } from "@cairn/kernel";
import { events, type Store } from "@cairn/store";

/** Events whose object is a session that has ended with them. */
const ENDING = new Set<string>(["session.end", "owner.logout"]);

/** A clock that is set meanwhile changes when a session ends, so it's looked at again now and then, milliseconds. */
const LONGEST_PAUSE_MS = 60_000;

export interface SessionEndsOptions {
	store: Store;
	owner: OwnerAccess;
	clock: Clock;
	/** Fires when the server is about to end. */
	signal: AbortSignal;
}

/**
 * Tells open streams that their session has ended, whoever ended it and in whichever process. All hang on one look at the
 * change feed, which begins with the first stream.
 */
export class SessionEnds {
	readonly #options: SessionEndsOptions;
	readonly #ended = new Map<string, Set<() => void>>();
	#following: Promise<void> | undefined;

	constructor(options: SessionEndsOptions) {
		this.#options = options;
	}

	/** Calls `ended` once the session of that id has ended, unless the signal fires before. */
	async whenEnded(id: string, ended: () => void, signal: AbortSignal): Promise<void> {
		const listeners = this.#ended.get(id) ?? new Set();
		this.#ended.set(id, listeners.add(ended));
		let timer: NodeJS.Timeout | undefined;
		signal.addEventListener("abort", () => {
			clearTimeout(timer);
			listeners.delete(ended);
			if (listeners.size === 0) this.#ended.delete(id);
		});
		this.#following ??= this.#follow();
		await this.#following.catch((error: unknown) => {
			// A store that couldn't be read just now is asked anew by the next stream.
			this.#following = undefined;
			throw error;
		});
		// It may have ended before anybody listened, and ends by itself when nobody uses it.
		const look = async (): Promise<void> => {
			const { owner, clock } = this.#options;
			const session = (await owner.sessions()).find((candidate) => candidate.id === id);
			if (signal.aborted) return;
			if (session === undefined) return ended();
			const pauseMs = Math.min(Math.max(1_000, session.endsAt - clock.now()), LONGEST_PAUSE_MS);
			timer = setTimeout(() => void look().catch(ended), pauseMs);
			timer.unref();
		};
		await look();
	}

	/** Settles once the feed is followed from now on. */
	async #follow(): Promise<void> {
		const { store, signal } = this.#options;
		const since = (await events.lastEventId(store.read)) ?? 0;
		const listen = async () => {
			for await (const { action, object } of store.watch({ since, signal })) {
				if (ENDING.has(action)) for (const ended of [...(this.#ended.get(object) ?? [])]) ended();
			}
		};
		void listen().catch(() => this.#endAll());
	}

	/** Who can't be told of an end must not go on without one: browsers come back, and are looked at anew. */
	#endAll(): void {
		this.#following = undefined;
		for (const listeners of [...this.#ended.values()]) for (const ended of [...listeners]) ended();
	}
}
