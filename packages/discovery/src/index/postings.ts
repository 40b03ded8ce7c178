/** Where a key stands in a document, as one small integer: the document's slot, and how much the key weighs in it. */
const WEIGHT_BITS = 8;
const WEIGHT_MASK = (1 << WEIGHT_BITS) - 1;
/** One occurrence in a field of weight 1; weights are kept in quarters. */
const WEIGHT_UNIT = 4;

export const pack = (slot: number, weight: number): number =>
	slot * (1 << WEIGHT_BITS) + Math.max(1, Math.min(WEIGHT_MASK, Math.round(weight * WEIGHT_UNIT)));

export const slotOf = (posting: number): number => posting >> WEIGHT_BITS;

/** In occurrences. */
export const weightOf = (posting: number): number => (posting & WEIGHT_MASK) / WEIGHT_UNIT;

/** For each key the documents that hold it. */
export class Postings {
	readonly #byKey = new Map<string, number[]>();
	/** Keys by their first characters: what a similar key is looked for among. */
	readonly #families = new Map<string, string[]>();

	/** The documents of a key. */
	of(key: string): readonly number[] {
		return this.#byKey.get(key) ?? [];
	}

	add(key: string, posting: number): void {
		const postings = this.#byKey.get(key);
		if (postings !== undefined) {
			postings.push(posting);
			return;
		}
		this.#byKey.set(key, [posting]);
		const family = familyOf(key);
		if (family === undefined) return;
		const keys = this.#families.get(family);
		if (keys === undefined) this.#families.set(family, [key]);
		else keys.push(key);
	}

	remove(key: string, slot: number): void {
		const postings = this.#byKey.get(key);
		const at = postings?.findIndex((posting) => slotOf(posting) === slot) ?? -1;
		if (postings === undefined || at === -1) return;
		postings[at] = postings.at(-1) ?? 0;
		postings.pop();
		if (postings.length === 0) this.#forget(key);
	}

	/** The keys that begin as a key does, itself among them where it is known. */
	family(key: string): readonly string[] {
		return this.#families.get(familyOf(key) ?? "") ?? [];
	}

	has(key: string): boolean {
		return this.#byKey.has(key);
	}

	#forget(key: string): void {
		this.#byKey.delete(key);
		const family = familyOf(key) ?? "";
		const left = this.family(key).filter((other) => other !== key);
		if (left.length === 0) this.#families.delete(family);
		else this.#families.set(family, left);
	}
}

const FAMILY = 4;

/** Shorter keys have no family: too many other words begin like them. */
function familyOf(key: string): string | undefined {
	return key.length < FAMILY ? undefined : key.slice(0, FAMILY);
}
