import type { ServerResponse } from "node:http";
import { CairnError } from "@cairn/kernel";
import type { Credentials, Gate } from "./gate.ts";

/** How many calls of one caller run at once; a client that has more waits for an answer first. */
const CALLS_PER_CALLER = 32;
/** How many streams one caller may leave open. */
const STREAMS_PER_CALLER = 32;
/** How often it is looked whether those who hold an exchange open may still be here, milliseconds. */
const RECHECK_MS = 1_000;

export interface Exchange {
	/** A stream waits for news, a call for its answer. */
	readonly kind: "call" | "stream";
	readonly credentials: Credentials;
	readonly outgoing: ServerResponse;
}

/**
 * The requests that are under way: bounded for each caller, so that one that doesn't read its answers takes no more than
 * its share, and cut off when the caller's token is paused, revoked or expires meanwhile: streams at once, calls when they
 * aren't answered by the next look, as one whose connection breaks may wait for its answer for long.
 */
export class Exchanges {
	readonly #gate: Gate;
	readonly #open = new Map<string, Set<Exchange>>();
	/** The calls whose caller was found to be no longer let in. */
	readonly #ending = new WeakSet<Exchange>();
	readonly #timer: NodeJS.Timeout;

	constructor(gate: Gate, recheckMs: number = RECHECK_MS) {
		this.#gate = gate;
		this.#timer = setInterval(() => void this.#recheckAll(), recheckMs).unref();
	}

	/**
	 * Notes an exchange until its answer is out or its reader has left.
	 * @returns what resolves then
	 * @throws CairnError `rate_limited` when the caller has too many open
	 */
	begin(exchange: Exchange): Promise<void> {
		const { kind, credentials, outgoing } = exchange;
		const caller = credentials.token ?? `at ${credentials.address}`;
		const open = this.#open.get(caller) ?? new Set();
		const most = kind === "call" ? CALLS_PER_CALLER : STREAMS_PER_CALLER;
		if ([...open].filter((one) => one.kind === kind).length >= most) throw tooMany(kind, most);
		this.#open.set(caller, open.add(exchange));
		return new Promise((resolve) => {
			outgoing.once("close", () => {
				open.delete(exchange);
				if (open.size === 0) this.#open.delete(caller);
				resolve();
			});
		});
	}

	/** Ends the streams; calls go on to their answers. */
	endStreams(): void {
		for (const open of this.#open.values()) {
			for (const { kind, outgoing } of open) if (kind === "stream") outgoing.destroy();
		}
	}

	close(): void {
		clearInterval(this.#timer);
	}

	/** Once for each caller, however many exchanges it has open. */
	async #recheckAll(): Promise<void> {
		await Promise.all([...this.#open.values()].map((open) => this.#recheck(open)));
	}

	async #recheck(open: ReadonlySet<Exchange>): Promise<void> {
		const [first] = open;
		if (first === undefined) return;
		// When it can't be found out, nobody is cut off: the next request of the caller is refused.
		const principal = await this.#gate.introspect(first.credentials).catch(() => "unknown" as const);
		if (principal !== undefined) return;
		for (const exchange of open) {
			if (exchange.kind === "stream" || this.#ending.has(exchange)) exchange.outgoing.destroy();
			else this.#ending.add(exchange);
		}
	}
}

function tooMany(kind: Exchange["kind"], most: number): CairnError {
	return new CairnError(
		"rate_limited",
		kind === "call"
			? `This caller has ${most} calls under way already: wait for an answer before the next one.`
			: `This caller has ${most} streams open already: close one first.`,
		{ retry_after_seconds: 1 },
	);
}
