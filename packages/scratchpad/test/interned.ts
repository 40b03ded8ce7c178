import type { InternedLines } from "../src/diff/intern-lines.ts";

/** Interned lines from two strings of one-letter lines. */
export function interned(old: string, fresh: string): InternedLines {
	const letters = [...new Set(old + fresh)];
	const numbers = (text: string) => Int32Array.from(text, (letter) => letters.indexOf(letter));
	return { old: numbers(old), new: numbers(fresh), distinct: letters.length };
}
