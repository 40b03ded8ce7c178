/** What is remembered by key, of so many keys at the most: with one more, the one that was set longest ago is forgotten. */
export class BoundedMap<Key, Value> {
	readonly #most: number;
	readonly #values = new Map<Key, Value>();

	/** @param most how many keys are remembered, at least 1 */
	constructor(most: number) {
		this.#most = most;
	}

	get(key: Key): Value | undefined {
		return this.#values.get(key);
	}

	/** Remembers a value in the place of the key's last one; the key counts as new. */
	set(key: Key, value: Value): void {
		// Taken out first, since a map keeps the place that a key got at first.
		this.#values.delete(key);
		this.#values.set(key, value);
		if (this.#values.size <= this.#most) return;
		const oldest = this.#values.keys().next();
		if (!oldest.done) this.#values.delete(oldest.value);
	}

	delete(key: Key): void {
		this.#values.delete(key);
	}
}
