import type { Sql } from "./sql.ts";
import type { WatchOptions } from "./store.ts";
import { eventsAfter, lastEventId, type StoredEvent } from "./tables/events.ts";

const PAGE = 200;

/** Tells that something was committed, by whatever process. */
export interface CommitSigns {
	/** Calls back after commits from now on; once more than needed does no harm. */
	start(wake: () => void): void;
	stop(): void;
}

export interface ChangeFeedOptions {
	readonly read: Sql;
	readonly signs: CommitSigns;
	/** Whether a failure to read passes by itself, so that those who watch wait for the next sign instead of failing. */
	readonly isPassing?: (error: unknown) => boolean;
}

/**
 * Turns "something was committed" into events in order. One look a moment serves all who watch; each of them reads from
 * where it stands, so a slow one neither loses events nor holds others up.
 */
export class ChangeFeed {
	readonly #options: ChangeFeedOptions;
	readonly #sleepers = new Set<() => void>();
	#watchers = 0;
	#closed = false;

	constructor(options: ChangeFeedOptions) {
		this.#options = options;
	}

	/** Events after `since`, as they are committed, until the signal fires or the store closes. */
	async *watch({ since, signal }: WatchOptions): AsyncGenerator<StoredEvent> {
		let position = since ?? (await lastEventId(this.#options.read));
		this.#startWatching();
		try {
			while (!signal.aborted && !this.#closed) {
				const change = this.#nextChange(signal);
				const events = await this.#eventsAfter(position).finally(() => {
					if (signal.aborted) change.forget();
				});
				for (const event of events) {
					if (signal.aborted) return;
					position = event.id;
					yield event;
				}
				if (events.length === PAGE) change.forget();
				else await change.happened;
			}
		} finally {
			this.#stopWatching();
		}
	}

	/** Wakes those who watch: something was committed. */
	wake(): void {
		for (const forget of [...this.#sleepers]) forget();
	}

	/** Ends every watch. */
	close(): void {
		this.#closed = true;
		if (this.#watchers > 0) this.#options.signs.stop();
		this.wake();
	}

	async #eventsAfter(position: number): Promise<StoredEvent[]> {
		try {
			return await eventsAfter(this.#options.read, { after: position, limit: PAGE });
		} catch (error) {
			if (this.#closed || this.#options.isPassing?.(error) === true) return [];
			throw error;
		}
	}

	/** Made before the events are read, so that a commit in between is not slept through. */
	#nextChange(signal: AbortSignal): { happened: Promise<void>; forget: () => void } {
		let forget = () => {};
		const happened = new Promise<void>((resolve) => {
			forget = () => {
				this.#sleepers.delete(forget);
				signal.removeEventListener("abort", forget);
				resolve();
			};
			this.#sleepers.add(forget);
			signal.addEventListener("abort", forget, { once: true });
		});
		return { happened, forget };
	}

	#startWatching(): void {
		this.#watchers++;
		if (this.#watchers === 1 && !this.#closed) this.#options.signs.start(() => this.wake());
	}

	#stopWatching(): void {
		this.#watchers--;
		if (this.#watchers === 0 && !this.#closed) this.#options.signs.stop();
	}
}
