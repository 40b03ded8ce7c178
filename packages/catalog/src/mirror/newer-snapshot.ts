import { setTimeout as wait } from "node:timers/promises";

export interface NewerSnapshotOptions<Snapshot> {
	/** Asks whether there is a newer one; undefined when there isn't. Throws while nobody can tell. */
	readonly ask: () => Promise<Snapshot | undefined>;
	/** Between two questions, milliseconds. */
	readonly pauseMs: number;
}

/** Looks for a newer snapshot for as long as one is being taken over, so that what is slow in the old one holds nothing up. */
export class NewerSnapshot<Snapshot> implements AsyncDisposable {
	readonly #options: NewerSnapshotOptions<Snapshot>;
	readonly #over = new AbortController();
	readonly #newer = new AbortController();
	readonly #looking: Promise<void>;
	#found: Snapshot | undefined;
	#hurry = new AbortController();

	constructor(options: NewerSnapshotOptions<Snapshot>) {
		this.#options = options;
		this.#looking = this.#look();
	}

	/** The newer one, once there is one. */
	get found(): Snapshot | undefined {
		return this.#found;
	}

	/** Fires when there is one. */
	get signal(): AbortSignal {
		return this.#newer.signal;
	}

	/** Asks at once: somebody says that something has changed. */
	hurry(): void {
		this.#hurry.abort();
	}

	async [Symbol.asyncDispose](): Promise<void> {
		this.#over.abort();
		this.#hurry.abort();
		await this.#looking;
	}

	async #look(): Promise<void> {
		while (this.#found === undefined) {
			await wait(this.#options.pauseMs, undefined, { signal: this.#hurry.signal, ref: false }).catch(
				() => {},
			);
			if (this.#over.signal.aborted) return;
			this.#hurry = new AbortController();
			this.#found = await this.#options.ask().catch(() => undefined);
			if (this.#over.signal.aborted) return;
		}
		this.#newer.abort();
	}
}
