import pg from "pg";
import type { CommitSigns } from "./change-feed.ts";

/** What the trigger on events notifies. */
const CHANNEL = "cairn_events";
/** How soon a lost connection is made anew: twice as long after each failure, milliseconds. */
const RETRY_MS = { first: 100, most: 5_000 };
/** A look without a sign, so that a notification which a proxy swallowed costs no more than this, milliseconds. */
const LOOK_MS = 5_000;

/** Tells of commits by a connection of its own that listens; while nobody watches there is none. */
export class PostgresListener implements CommitSigns {
	readonly #config: pg.ClientConfig;
	#client: pg.Client | undefined;
	#timer: NodeJS.Timeout | undefined;
	#retry: NodeJS.Timeout | undefined;
	#wake: (() => void) | undefined;
	#failures = 0;

	constructor(config: pg.ClientConfig) {
		this.#config = config;
	}

	start(wake: () => void): void {
		this.#wake = wake;
		this.#timer = setInterval(wake, LOOK_MS).unref();
		void this.#connect();
	}

	stop(): void {
		this.#wake = undefined;
		clearInterval(this.#timer);
		clearTimeout(this.#retry);
		this.#drop(this.#client);
	}

	async #connect(): Promise<void> {
		const client = new pg.Client(this.#config);
		this.#client = client;
		client.on("notification", () => this.#wake?.());
		client.once("error", () => this.#lost(client));
		client.once("end", () => this.#lost(client));
		try {
			await client.connect();
			await client.query(`LISTEN ${CHANNEL}`);
			this.#failures = 0;
			// What was committed before it listened was told to nobody.
			this.#wake?.();
		} catch {
			this.#lost(client);
		}
	}

	#lost(client: pg.Client): void {
		if (this.#client !== client) return;
		this.#drop(client);
		if (this.#wake === undefined) return;
		const waitMs = Math.min(RETRY_MS.most, RETRY_MS.first * 2 ** this.#failures++);
		this.#retry = setTimeout(() => void this.#connect(), waitMs).unref();
	}

	#drop(client: pg.Client | undefined): void {
		if (this.#client === client) this.#client = undefined;
		client?.on("error", () => {});
		void client?.end().catch(() => {});
	}
}
