export interface SparePoolOptions<Spare> {
	/** How many are kept ready. */
	readonly size: number;
	/** How many are made at once while somebody waits for one. */
	readonly makers: number;
	/**
	 * How many may be made at once while nobody does, as the making takes time from those that work; `isLow` when fewer than
	 * half are left.
	 */
	idleMakers(isLow: boolean): number;
	/** Makes one; what it throws goes to all who wait for one. */
	make(): Promise<Spare>;
	dispose(spare: Spare): Promise<void>;
	/** Whether one that was made is still good: a process that waits may be ended by others. */
	isAlive(spare: Spare): boolean;
}

interface Taker<Spare> {
	resolve(spare: Spare): void;
	reject(error: unknown): void;
}

/**
 * Things for one use each, made ahead of need, so that nobody waits for the making. Those in use are counted by nobody:
 * `refill` is called when one has been used up, and whenever more may be made.
 */
export class SparePool<Spare> implements AsyncDisposable {
	readonly #options: SparePoolOptions<Spare>;
	readonly #ready: Spare[] = [];
	readonly #takers: Taker<Spare>[] = [];
	readonly #making = new Set<Promise<void>>();
	#filling = false;
	#closed = false;

	constructor(options: SparePoolOptions<Spare>) {
		this.#options = options;
	}

	get ready(): number {
		return this.#ready.length;
	}

	/** Takes one that is ready, or the next that becomes so. */
	take(signal: AbortSignal): Promise<Spare> {
		signal.throwIfAborted();
		const ready = this.#takeReady();
		if (ready !== undefined) return Promise.resolve(ready);
		return new Promise((resolve, reject) => {
			const taker = { resolve, reject };
			this.#takers.push(taker);
			signal.addEventListener("abort", () => this.#forget(taker, signal.reason), { once: true });
			this.refill();
		});
	}

	#takeReady(): Spare | undefined {
		for (let spare = this.#ready.shift(); spare !== undefined; spare = this.#ready.shift()) {
			if (this.#options.isAlive(spare)) return spare;
			void this.#options.dispose(spare);
		}
		return undefined;
	}

	/** Makes what is missing, without waiting for it. */
	refill(): void {
		const missing = () => this.#options.size + this.#takers.length - this.#ready.length - this.#making.size;
		const { makers: most, idleMakers } = this.#options;
		const isLow = this.#ready.length * 2 < this.#options.size;
		// While all that work need the cores, only those are made that somebody waits for.
		const makers = this.#filling ? most : Math.min(most, Math.max(this.#takers.length, idleMakers(isLow)));
		while (!this.#closed && missing() > 0 && this.#making.size < makers) {
			const making = this.#make().then((made) => {
				this.#making.delete(making);
				if (made) this.refill();
			});
			this.#making.add(making);
		}
	}

	/** Resolves when as many are ready as are kept, or the making of one failed. */
	async fill(): Promise<void> {
		this.#filling = true;
		this.refill();
		while (this.#making.size > 0) await Promise.all(this.#making);
		this.#filling = false;
	}

	/** Whether it could be made: what failed is tried again when the next one is taken, not in a circle. */
	async #make(): Promise<boolean> {
		try {
			this.#give(await this.#options.make());
			return true;
		} catch (error) {
			for (const taker of this.#takers.splice(0)) taker.reject(error);
			return false;
		}
	}

	#give(spare: Spare): void {
		const taker = this.#takers.shift();
		if (taker !== undefined) taker.resolve(spare);
		else if (this.#closed) void this.#options.dispose(spare);
		else this.#ready.push(spare);
	}

	#forget(taker: Taker<Spare>, reason: unknown): void {
		const index = this.#takers.indexOf(taker);
		if (index < 0) return;
		this.#takers.splice(index, 1);
		taker.reject(reason);
	}

	/** Disposes of the spares that were never used. */
	async clear(): Promise<void> {
		await Promise.all(this.#ready.splice(0).map((spare) => this.#options.dispose(spare)));
	}

	async [Symbol.asyncDispose](): Promise<void> {
		this.#closed = true;
		for (const taker of this.#takers.splice(0)) taker.reject(new Error("closed"));
		await Promise.all(this.#making);
		await this.clear();
	}
}
