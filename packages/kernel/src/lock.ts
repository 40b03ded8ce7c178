/** Lets one holder in at a time, in the order in which they asked. */
export class Lock {
	#tail: Promise<void> = Promise.resolve();

	/** Waits for the holders before, then returns the function that lets the next one in. */
	async acquire(): Promise<() => void> {
		const before = this.#tail;
		let release = () => {};
		this.#tail = new Promise((resolve) => {
			release = resolve;
		});
		await before;
		return release;
	}

	/** Runs one piece of work under the lock. */
	async hold<Result>(work: () => Promise<Result>): Promise<Result> {
		const release = await this.acquire();
		try {
			return await work();
		} finally {
			release();
		}
	}
}
