import { CHINESE_STOPS, STOP_WORDS } from "./stop-words.ts";

const EAST_ASIAN = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}`;
/** Runs of characters that are written without spaces, or words. Marks belong to the letter before them. */
const PIECES = new RegExp(`[${EAST_ASIAN}]+|(?:(?![${EAST_ASIAN}])[\\p{L}\\p{M}\\p{N}])+`, "gu");
const IS_EAST_ASIAN = new RegExp(`^[${EAST_ASIAN}]`, "u");
/** A longer "word" is a key, a hash or encoded data. */
const LONGEST = 64;

/**
 * The words of a text that say what it is about, in lower case: stop words of English, German and Chinese are left out, and
 * a run of Chinese or Japanese is cut into pairs of characters, as it has no spaces. Signs part words, the low line too.
 */
export function splitWords(text: string): string[] {
	const pieces = text.normalize("NFKC").toLowerCase().match(PIECES) ?? [];
	return pieces.flatMap((piece) => {
		if (IS_EAST_ASIAN.test(piece)) return piece.split(CHINESE_STOPS).flatMap(pairs);
		return piece.length > LONGEST || STOP_WORDS.has(piece) || isLoneLetter(piece) ? [] : [piece];
	});
}

function pairs(run: string): string[] {
	const characters = [...run];
	if (characters.length < 2) return characters;
	return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

function isLoneLetter(piece: string): boolean {
	return piece.length === 1 && /[a-z0-9]/.test(piece);
}
