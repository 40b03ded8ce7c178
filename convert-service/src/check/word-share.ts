/** A word is letters and digits of any script; markup and punctuation around it don't count. */
const WORD = /[\p{L}\p{N}]{2,}/gu;

/** Scripts that don't divide their words by spaces are compared by pairs of characters. */
const UNDIVIDED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Such a word is looked for again where lines divide it without a hyphen, as those of code and of addresses do. */
const LONG_WORD_CHARACTERS = 8;

/** The share of a source's different words that are found in the result, from 0 to 1; 1 when it has none. */
export function wordShare(source: string, result: string): number {
	const wanted = wordsOf(source);
	if (wanted.size === 0) return 1;
	// A word that a line's end divided is whole again without the hyphen.
	const found = wordsOf(`${result}\n${result.replaceAll(/[-\u00AD\u2010]\s*\n\s*/g, "")}`);
	let present = 0;
	const unbroken = plainText(result).replaceAll(/[^\p{L}\p{N}]/gu, "");
	const isThere = (word: string) =>
		found.has(word) || (word.length >= LONG_WORD_CHARACTERS && unbroken.includes(word));
	for (const word of wanted) if (isThere(word)) present += 1;
	return present / wanted.size;
}

/** Ligatures and full-width forms are the same letters. */
const plainText = (text: string) => text.normalize("NFKC").replaceAll("\u00AD", "").toLowerCase();

function wordsOf(text: string): Set<string> {
	const plain = plainText(text);
	return new Set(
		[...plain.matchAll(WORD)].flatMap(([word]) => (UNDIVIDED.test(word) ? pairsOf(word) : [word])),
	);
}

function pairsOf(word: string): string[] {
	const characters = [...word];
	return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}
