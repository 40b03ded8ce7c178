import type { Postings } from "./postings.ts";

/** What a match counts that isn't the word itself. */
const NEAR = 0.5;
/** Longer families are of beginnings such as "inter", which say little. */
const LARGEST_FAMILY = 400;
const MOST = 12;
/** A part of a compound word has at least so many letters. */
const SHORTEST_PART = 5;
const HOLDS_NUMBER = /\p{N}/u;

export interface NearKey {
	readonly key: string;
	/** 1 for the word itself. */
	readonly factor: number;
}

/**
 * The keys of an index that a word of a prompt may mean, itself first: words that begin with it ("backup", "backupplan"),
 * words that it begins with ("rechnungsnummer", "rechnung"), and those that differ from it in one letter behind the fourth. What holds a number is
 * like nothing but itself.
 */
export function nearKeys(postings: Postings, key: string): NearKey[] {
	const near: NearKey[] = postings.has(key) ? [{ key, factor: 1 }] : [];
	const family = postings.family(key);
	if (family.length > LARGEST_FAMILY || HOLDS_NUMBER.test(key)) return near;
	for (const other of family) {
		if (near.length > MOST) break;
		if (other !== key && isNear(key, other)) near.push({ key: other, factor: NEAR });
	}
	return near;
}

function isNear(key: string, other: string): boolean {
	if (HOLDS_NUMBER.test(other)) return false;
	if (other.startsWith(key)) return true;
	if (other.length >= SHORTEST_PART && key.startsWith(other)) return true;
	return key.length >= SHORTEST_PART && differInOneLetter(key, other);
}

/** Whether one letter put in, left out or exchanged makes one word the other. */
export function differInOneLetter(one: string, other: string): boolean {
	const [short, long] = one.length <= other.length ? [one, other] : [other, one];
	if (long.length - short.length > 1) return false;
	let start = 0;
	while (start < short.length && short[start] === long[start]) start++;
	const rest = short.length === long.length ? start + 1 : start;
	return short.slice(rest) === long.slice(start + 1);
}
