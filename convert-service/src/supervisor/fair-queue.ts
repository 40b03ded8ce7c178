import { conversionError } from "../conversion-error.ts";

export interface FairQueueOptions {
	/** How many hold a slot at once. */
	readonly slots: number;
	/** How many more may be admitted. */
	readonly waiting: number;
}

interface Waiter {
	readonly client: string;
	readonly start: () => void;
}

/**
 * Slots for work, and a bounded queue before them in which the clients take turns: one that sends many documents at once
 * delays its own, not those of the others. When all places are taken, the oldest of those whose document is still arriving
 * is given to another client by the one that has most: slow senders can't keep everybody out.
 */
export class FairQueue {
	readonly #options: FairQueueOptions;
	readonly #waiters: Waiter[] = [];
	/** Those that were taken and not left, the oldest first. */
	readonly #places = new Set<Place>();
	/** When each client last got a slot, counted in slots given. */
	readonly #served = new Map<string, number>();
	#given = 0;
	#admitted = 0;
	#running = 0;

	constructor(options: FairQueueOptions) {
		this.#options = options;
	}

	counts(): { running: number; waiting: number; slots: number; queue: number } {
		const { slots, waiting } = this.#options;
		return { running: this.#running, waiting: this.#admitted - this.#running, slots, queue: waiting };
	}

	/** When it may be worth to ask again: the longer, the more wait. */
	retryAfterSeconds(): number {
		return 1 + Math.ceil((this.#admitted - this.#running) / this.#options.slots);
	}

	/**
	 * Takes a place, before the document is even read.
	 * @returns the place; it must be left.
	 * @throws CairnError `rate_limited` (busy) when all are taken.
	 */
	enter(client: string): Place {
		if (this.#isFull()) this.#slowestOf(this.#heaviest(), client)?.giveUp(this.#busy());
		if (this.#isFull()) throw this.#busy();
		this.#admitted += 1;
		const place: Place = new Place(client, {
			slot: (signal) => this.#slot(client, signal),
			leave: (hadSlot) => {
				this.#places.delete(place);
				this.#leave(hadSlot);
			},
		});
		this.#places.add(place);
		return place;
	}

	#isFull(): boolean {
		return this.#admitted >= this.#options.slots + this.#options.waiting;
	}

	#busy() {
		return conversionError(
			"busy",
			`The converter is busy: ${this.#running} documents are being converted and ${this.#admitted - this.#running} wait.`,
			"Send it again after the seconds that Retry-After says.",
		);
	}

	#countOf(client: string): number {
		return [...this.#places].filter((place) => place.client === client).length;
	}

	/** The client that has most places. */
	#heaviest(): string | undefined {
		const clients = [...new Set([...this.#places].map(({ client }) => client))];
		return clients.sort((a, b) => this.#countOf(b) - this.#countOf(a))[0];
	}

	/** The oldest place of a client that still waits for its document, where another one has fewer places even with it. */
	#slowestOf(heaviest: string | undefined, other: string): Place | undefined {
		if (heaviest === undefined || this.#countOf(heaviest) <= this.#countOf(other) + 1) return undefined;
		return [...this.#places].find(({ client, isArriving }) => client === heaviest && isArriving);
	}

	async #slot(client: string, signal: AbortSignal): Promise<void> {
		signal.throwIfAborted();
		if (this.#running < this.#options.slots) return this.#give(client);
		await new Promise<void>((resolve, reject) => {
			const waiter = { client, start: resolve };
			this.#waiters.push(waiter);
			const leave = () => {
				const index = this.#waiters.indexOf(waiter);
				if (index < 0) return;
				this.#waiters.splice(index, 1);
				reject(signal.reason);
			};
			signal.addEventListener("abort", leave, { once: true });
		});
	}

	#give(client: string): void {
		this.#running += 1;
		this.#given += 1;
		this.#served.set(client, this.#given);
	}

	#leave(hadSlot: boolean): void {
		this.#admitted -= 1;
		if (!hadSlot) return;
		this.#running -= 1;
		const next = this.#next();
		if (next !== undefined) {
			this.#give(next.client);
			next.start();
		} else if (this.#running === 0) {
			this.#served.clear();
		}
	}

	/** The first of those whose client has waited longest since its last slot. */
	#next(): Waiter | undefined {
		const servedAt = ({ client }: Waiter) => this.#served.get(client) ?? 0;
		const next = this.#waiters.reduce<Waiter | undefined>(
			(best, waiter) => (best === undefined || servedAt(waiter) < servedAt(best) ? waiter : best),
			undefined,
		);
		if (next !== undefined) this.#waiters.splice(this.#waiters.indexOf(next), 1);
		return next;
	}
}

interface PlaceActions {
	slot(signal: AbortSignal): Promise<void>;
	leave(hadSlot: boolean): void;
}

/** A place in the queue; leaving it lets the next one in. */
export class Place implements Disposable {
	readonly client: string;
	readonly #actions: PlaceActions;
	readonly #given = new AbortController();
	#isArriving = true;
	#hasSlot = false;
	#left = false;

	constructor(client: string, actions: PlaceActions) {
		this.client = client;
		this.#actions = actions;
	}

	/** Whether its document isn't here yet. */
	get isArriving(): boolean {
		return this.#isArriving;
	}

	/** Fires with what its client is told when the place is given to another one. */
	get given(): AbortSignal {
		return this.#given.signal;
	}

	/** Leaves it to another client. */
	giveUp(reason: Error): void {
		this[Symbol.dispose]();
		this.#given.abort(reason);
	}

	/** Notes that the document is here: the place stays its client's from now on. */
	arrived(): void {
		this.#isArriving = false;
	}

	/** Waits for a slot, or throws the signal's reason. */
	async slot(signal: AbortSignal): Promise<void> {
		await this.#actions.slot(signal);
		this.#hasSlot = true;
	}

	[Symbol.dispose](): void {
		if (this.#left) return;
		this.#left = true;
		this.#isArriving = false;
		this.#actions.leave(this.#hasSlot);
	}
}
