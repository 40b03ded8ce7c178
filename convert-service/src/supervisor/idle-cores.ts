/**
 * After a conversion begins or ends, others often follow at once. A small one keeps more than one core busy: so long cores are
 * not calm, and after the last conversion one is left to the next, milliseconds.
 */
const REST_MS = 300;

/** Between the end of a conversion and the start of one that waited its core is not idle, milliseconds. */
const HANDOVER_MS = 20;

/** What was put off is done after so long however busy it is, milliseconds, */
const LATEST_MS = 1_000;
/** or when so much has come together. */
const MOST_PUT_OFF = 8;

interface PutOff {
	readonly work: () => Promise<unknown>;
	readonly dueAt: number;
	readonly timer: NodeJS.Timeout;
}

/**
 * How many cores no conversion works on. What is made ahead of need is made on these, and what was used up is
 * cleared away on them, as both would slow down the documents for which it is done.
 */
export class IdleCores implements AsyncDisposable {
	readonly #cores: number;
	readonly #listeners = new Set<() => void>();
	readonly #putOff: PutOff[] = [];
	#tidying = false;
	#working = 0;
	#calm = true;
	#timer: NodeJS.Timeout | undefined;

	constructor(cores: number) {
		this.#cores = cores;
	}

	count(): number {
		const left = this.#working > 0 || this.#calm ? 0 : 1;
		return Math.max(0, this.#cores - this.#working - left);
	}

	/** The same, but none while conversions come and go: for what can wait until a burst of them is over. */
	countCalm(): number {
		return this.#calm ? this.count() : 0;
	}

	/** Calls the listener each time that there may be more of them. */
	onMore(listener: () => void): void {
		this.#listeners.add(listener);
	}

	/** Takes one until the result is disposed of. */
	occupy(): Disposable {
		this.#working += 1;
		this.#stir();
		return { [Symbol.dispose]: () => void setTimeout(() => this.#leave(), HANDOVER_MS).unref() };
	}

	#stir(): void {
		clearTimeout(this.#timer);
		this.#calm = false;
		this.#timer = setTimeout(() => {
			this.#calm = true;
			this.#tell();
		}, REST_MS).unref();
	}

	/** Does work when a core is idle and calm for it, one piece after the other, and soon in any case. */
	putOff(work: () => Promise<unknown>): void {
		const timer = setTimeout(() => void this.#tidy(), LATEST_MS);
		this.#putOff.push({ work, dueAt: performance.now() + LATEST_MS, timer });
		// Not now: the answer for which it was put off is just being given, by this process as well.
		setTimeout(() => void this.#tidy(), HANDOVER_MS).unref();
	}

	async #tidy(): Promise<void> {
		if (this.#tidying) return;
		this.#tidying = true;
		for (let next = this.#nextPutOff(); next !== undefined; next = this.#nextPutOff()) {
			clearTimeout(next.timer);
			await next.work();
		}
		this.#tidying = false;
	}

	#nextPutOff(): PutOff | undefined {
		const [first] = this.#putOff;
		if (first === undefined) return undefined;
		const mustBe = this.#putOff.length > MOST_PUT_OFF || performance.now() >= first.dueAt;
		return mustBe || this.countCalm() > 0 ? this.#putOff.shift() : undefined;
	}

	#leave(): void {
		this.#working -= 1;
		this.#stir();
		this.#tell();
	}

	#tell(): void {
		void this.#tidy();
		for (const listener of this.#listeners) listener();
	}

	/** Does at once what was put off. */
	async [Symbol.asyncDispose](): Promise<void> {
		clearTimeout(this.#timer);
		this.#listeners.clear();
		const rest = this.#putOff.splice(0);
		for (const { timer } of rest) clearTimeout(timer);
		await Promise.all(rest.map(({ work }) => work()));
	}
}
