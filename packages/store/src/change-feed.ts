import type { Sql } from "./sql.ts";
import type { WatchOptions } from "./store.ts";
import { eventsAfter, lastEventId, type StoredEvent } from "./tables/events.ts";

/** How often the file is looked at for commits of other processes while somebody watches, milliseconds. */
const LOOK_MS = 150;
const PAGE = 200;

export interface ChangeFeedOptions {
	readonly read: Sql;
	/** A number that changes with each commit that another connection makes. */
	readonly dataVersion: () => number;
}

/**
 * Turns "something was committed" into events in order. One look a moment serves all who watch; each of them reads from
 * where it stands, so a slow one neither loses events nor holds others up.
 */
export class ChangeFeed {
	readonly #options: ChangeFeedOptions;
	readonly #sleepers = new Set<() => void>();
	#watchers = 0;
	#timer: NodeJS.Timeout | undefined;
	#seen = -1;
	#closed = false;

	constructor(options: ChangeFeedOptions) {
		this.#options = options;
	}

	/** Events after `since`, as they are committed, until the signal fires or the store closes. */
	async *watch({ since, signal }: WatchOptions): AsyncGenerator<StoredEvent> {
		let position = since ?? (await lastEventId(this.#options.read));
		this.#startLooking();
		try {
			while (!signal.aborted && !this.#closed) {
				const woken = this.#nextChange(signal);
				const events = await eventsAfter(this.#options.read, { after: position, limit: PAGE });
				for (const event of events) {
					if (signal.aborted) return;
					position = event.id;
					yield event;
				}
				if (events.length < PAGE) await woken;
			}
		} finally {
			this.#stopLooking();
		}
	}

	/** Wakes those who watch when something was committed since the last look. */
	look(): void {
		if (this.#watchers === 0 || this.#closed) return;
		const version = this.#options.dataVersion();
		if (version === this.#seen) return;
		this.#seen = version;
		this.#wake();
	}

	/** Ends every watch. */
	close(): void {
		this.#closed = true;
		clearInterval(this.#timer);
		this.#wake();
	}

	/** Made before the events are read, so that a commit in between is not slept through. */
	#nextChange(signal: AbortSignal): Promise<void> {
		return new Promise((resolve) => {
			const wake = () => {
				this.#sleepers.delete(wake);
				signal.removeEventListener("abort", wake);
				resolve();
			};
			this.#sleepers.add(wake);
			signal.addEventListener("abort", wake, { once: true });
		});
	}

	#wake(): void {
		for (const wake of [...this.#sleepers]) wake();
	}

	#startLooking(): void {
		this.#watchers++;
		this.#timer ??= setInterval(() => this.look(), LOOK_MS).unref();
	}

	#stopLooking(): void {
		this.#watchers--;
		if (this.#watchers > 0) return;
		clearInterval(this.#timer);
		this.#timer = undefined;
	}
}
