import { type Term, termsOf } from "../words/terms.ts";
import { type NearKey, nearKeys } from "./near-keys.ts";
import { Postings, pack, slotOf, weightOf } from "./postings.ts";

/** A part of a document; a word in a field of weight 2 counts as if it stood there twice. */
export interface Field {
	readonly text: string;
	/** From 0.25 to 60. */
	readonly weight: number;
}

export interface Hit {
	readonly id: string;
	readonly score: number;
	/** How many different words of the prompt it holds. */
	readonly words: number;
	/** The most that one of them weighs in it. */
	readonly heaviest: number;
}

type Found = Map<number, { score: number; words: number; heaviest: number }>;

interface Document {
	readonly id: string;
	readonly keys: readonly string[];
	/** Its words, weighted. */
	readonly length: number;
}

/** How soon another occurrence counts less, and how much long documents count less: the usual values of BM25. */
const SATURATION = 1.2;
const LENGTH_SHARE = 0.75;
/** Rarer words of a prompt are looked up first; beyond so many it is a pasted text, not a question. */
const WORDS_LOOKED_UP = 32;
/** A word that stands in more documents than this part of them tells none from another. */
const COMMON = 0.25;
/** The same for very many documents, and how many are ranked at most: what only commoner words find comes too late. */
const MOST_DOCUMENTS = 5_000;
/** In fewer documents than this, no word is common. */
const FEW = 12;

/**
 * Documents by the words in them, ranked by BM25. Changes as they do, document by document; takes no IO. General search
 * libraries build a result for each document that holds any word of a query, which at 50,000 documents takes a second for
 * a word that stands in all of them; here that costs an addition each.
 */
export class WordIndex {
	readonly #postings = new Postings();
	readonly #documents: (Document | undefined)[] = [];
	readonly #slots = new Map<string, number>();
	readonly #free: number[] = [];
	#totalLength = 0;

	/** How many documents there are. */
	get size(): number {
		return this.#slots.size;
	}

	has(id: string): boolean {
		return this.#slots.has(id);
	}

	/** Whether a document holds a word of this key. */
	knows(key: string): boolean {
		return this.#postings.has(key);
	}

	/** Adds a document, in place of the one that had its id. */
	put(id: string, fields: readonly Field[]): void {
		this.remove(id);
		const weights = weigh(fields);
		const slot = this.#free.pop() ?? this.#documents.length;
		let length = 0;
		for (const [key, weight] of weights) {
			this.#postings.add(key, pack(slot, weight));
			length += weight;
		}
		this.#documents[slot] = { id, keys: [...weights.keys()], length };
		this.#slots.set(id, slot);
		this.#totalLength += length;
	}

	/** Nothing happens where there is no such document. */
	remove(id: string): void {
		const slot = this.#slots.get(id);
		const document = slot === undefined ? undefined : this.#documents[slot];
		if (slot === undefined || document === undefined) return;
		for (const key of document.keys) this.#postings.remove(key, slot);
		this.#documents[slot] = undefined;
		this.#slots.delete(id);
		this.#free.push(slot);
		this.#totalLength -= document.length;
	}

	/** The documents that hold words of a text, the best first. */
	search(terms: readonly Term[], limit: number): Hit[] {
		const words = this.#rarest([...new Set(terms.map(({ key }) => key))]);
		const found: Found = new Map();
		for (const word of words) {
			const seen = new Set<number>();
			for (const { key, factor } of word) this.#score(key, factor, { found, seen });
		}
		const hits = [...found].flatMap(([slot, hit]) => {
			const id = this.#documents[slot]?.id;
			return id === undefined ? [] : [{ id, ...hit }];
		});
		return hits.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)).slice(0, limit);
	}

	#rarest(keys: readonly string[]): NearKey[][] {
		const share = this.size < FEW ? this.size : Math.max(FEW / 2, this.size * COMMON);
		const most = Math.min(share, MOST_DOCUMENTS);
		return keys
			.map((key) => nearKeys(this.#postings, key).filter((near) => this.#frequency(near.key) <= most))
			.filter((near) => near.length > 0)
			.sort((a, b) => this.#frequency(a[0]?.key ?? "") - this.#frequency(b[0]?.key ?? ""))
			.slice(0, WORDS_LOOKED_UP);
	}

	#frequency(key: string): number {
		return this.#postings.of(key).length;
	}

	#score(
		key: string,
		factor: number,
		{ found, seen }: { readonly found: Found; readonly seen: Set<number> },
	): void {
		const postings = this.#postings.of(key);
		const rarity = Math.log(1 + (this.size - postings.length + 0.5) / (postings.length + 0.5)) * factor;
		const average = this.#totalLength / Math.max(1, this.size);
		for (const posting of postings) {
			const slot = slotOf(posting);
			const hit = found.get(slot);
			if (seen.has(slot) || (hit === undefined && found.size >= MOST_DOCUMENTS)) continue;
			seen.add(slot);
			const weight = weightOf(posting);
			const length = this.#documents[slot]?.length ?? average;
			const dampening = SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * length) / average);
			const score = (rarity * weight * (SATURATION + 1)) / (weight + dampening);
			if (hit === undefined) found.set(slot, { score, words: 1, heaviest: weight });
			else {
				hit.score += score;
				hit.words++;
				hit.heaviest = Math.max(hit.heaviest, weight);
			}
		}
	}
}

function weigh(fields: readonly Field[]): Map<string, number> {
	const weights = new Map<string, number>();
	for (const { text, weight } of fields) {
		for (const { key } of termsOf(text)) weights.set(key, (weights.get(key) ?? 0) + weight);
	}
	return weights;
}
