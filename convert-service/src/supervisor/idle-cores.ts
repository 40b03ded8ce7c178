/** After the last conversion ends, the next one often follows at once: so long one core is left to it, milliseconds. */
const REST_MS = 300;

/**
 * How many cores no conversion works on. What is made ahead of need is made on these, as it would slow the documents down
 * that it is made for.
 */
export class IdleCores implements Disposable {
	readonly #cores: number;
	readonly #listeners = new Set<() => void>();
	#working = 0;
	#resting = true;
	#timer: NodeJS.Timeout | undefined;

	constructor(cores: number) {
		this.#cores = cores;
	}

	count(): number {
		const left = this.#working > 0 || this.#resting ? 0 : 1;
		return Math.max(0, this.#cores - this.#working - left);
	}

	/** Calls the listener each time that there may be more of them. */
	onMore(listener: () => void): void {
		this.#listeners.add(listener);
	}

	/** Takes one until the result is disposed of. */
	occupy(): Disposable {
		clearTimeout(this.#timer);
		this.#resting = false;
		this.#working += 1;
		return { [Symbol.dispose]: () => this.#leave() };
	}

	#leave(): void {
		this.#working -= 1;
		if (this.#working === 0) {
			this.#timer = setTimeout(() => {
				this.#resting = true;
				this.#tell();
			}, REST_MS).unref();
		}
		this.#tell();
	}

	#tell(): void {
		for (const listener of this.#listeners) listener();
	}

	[Symbol.dispose](): void {
		clearTimeout(this.#timer);
		this.#listeners.clear();
	}
}
