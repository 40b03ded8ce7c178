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
				const change = this.#nextChange(signal);
				const events = await eventsAfter(this.#options.read, { after: position, limit: PAGE }).finally(() => {
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
			this.#stopLooking();
		}
	}

	/** Wakes those who watch when something was committed since the last look. */
	look(): void {
		if (this.#watchers === 0 || this.#closed) return;
		const version = this.#dataVersion();
		if (version === this.#seen) return;
		this.#seen = version;
		this.#wake();
	}

	/** A store that can't be looked at wakes those who watch too: their own reading tells them why. */
	#dataVersion(): number {
		try {
			return this.#options.dataVersion();
		} catch {
			return Number.NaN;
		}
	}

	/** Ends every watch. */
	close(): void {
		this.#closed = true;
		clearInterval(this.#timer);
		this.#wake();
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

	#wake(): void {
		for (const forget of [...this.#sleepers]) forget();
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
