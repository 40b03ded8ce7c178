import type pg from "pg";
import type { CommitSigns } from "./change-feed.ts";
import { PostgresClient } from "./postgres-client.ts";

/** What the trigger on events notifies. */
const CHANNEL = "cairn_events";
/** How soon a lost connection is made anew: twice as long after each failure, milliseconds. */
const RETRY_MS = { first: 100, most: 2_000 };
/** A look without a sign, so that a notification which a proxy swallowed costs no more than this, milliseconds. */
const LOOK_MS = 5_000;

/** An open store that lost its connection has one again after this time, where the server takes it, milliseconds. */
export const BACK_WITHIN_MS = RETRY_MS.most + 3_000;

/** With what its types don't tell of: whether its connection keeps the process from ending. */
type ListeningClient = pg.Client & { ref?(): void; unref?(): void };

/**
 * Tells of commits by a connection of its own that listens. It is there as long as the store is open, also while nobody
 * watches: by it others see that the store is in use.
 */
export class PostgresListener implements CommitSigns {
	readonly #config: pg.ClientConfig;
	#client: ListeningClient | undefined;
	#timer: NodeJS.Timeout | undefined;
	#retry: NodeJS.Timeout | undefined;
	#wake: (() => void) | undefined;
	#failures = 0;
	#isClosed = false;

	constructor(config: pg.ClientConfig) {
		this.#config = config;
		void this.#connect();
	}

	start(wake: () => void): void {
		this.#wake = wake;
		this.#timer = setInterval(wake, LOOK_MS).unref();
		this.#client?.ref?.();
	}

	stop(): void {
		this.#wake = undefined;
		clearInterval(this.#timer);
		this.#client?.unref?.();
	}

	async close(): Promise<void> {
		this.#isClosed = true;
		clearTimeout(this.#retry);
		await this.#drop(this.#client);
	}

	async #connect(): Promise<void> {
		const client: ListeningClient = new PostgresClient(this.#config);
		this.#client = client;
		client.on("notification", () => this.#wake?.());
		client.once("error", () => this.#lost(client));
		client.once("end", () => this.#lost(client));
		try {
			await client.connect();
			await client.query(`LISTEN ${CHANNEL}`);
			this.#failures = 0;
			// A program that nobody waits for may end without closing its store.
			if (this.#wake === undefined && !this.#isClosed) client.unref?.();
			// What was committed before it listened was told to nobody.
			this.#wake?.();
		} catch {
			this.#lost(client);
		}
	}

	#lost(client: ListeningClient): void {
		if (this.#client !== client) return;
		void this.#drop(client);
		if (this.#isClosed) return;
		const waitMs = Math.min(RETRY_MS.most, RETRY_MS.first * 2 ** this.#failures++);
		this.#retry = setTimeout(() => void this.#connect(), waitMs).unref();
	}

	async #drop(client: ListeningClient | undefined): Promise<void> {
		if (this.#client === client) this.#client = undefined;
		client?.on("error", () => {});
		await client?.end().catch(() => {});
	}
}
