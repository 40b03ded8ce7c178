/** A word is letters and digits of any script; markup and punctuation around it don't count. */
const WORD = /[\p{L}\p{N}]{2,}/gu;

/** Scripts that don't divide their words by spaces are compared by pairs of characters. */
const SCRIPTS = "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}]";
const UNDIVIDED = new RegExp(SCRIPTS, "u");
const BETWEEN_UNDIVIDED = new RegExp(`(?<=${SCRIPTS})\\s*\\n\\s*(?=${SCRIPTS})`, "gu");

/** Such a word is looked for again where lines divide it without a hyphen, as those of code and of addresses do. */
const LONG_WORD_CHARACTERS = 8;

/** The share of a source's different words that are found in the result, from 0 to 1; 1 when it has none. */
export function wordShare(source: string, result: string): number {
	const wanted = wordsOf(source);
	if (wanted.size === 0) return 1;
	const found = wordsOf([result, ...withoutBreaks(result)].join("\n"));
	const unbroken = plainText(result).replaceAll(/[^\p{L}\p{N}]/gu, "");
	const isThere = (word: string) =>
		found.has(word) || (word.length >= LONG_WORD_CHARACTERS && unbroken.includes(word));
	let present = 0;
	for (const word of wanted) if (isThere(word)) present += 1;
	return present / wanted.size;
}

/** The text without what pages put into words: hyphens and ends of lines, and the numbers of footnotes. */
function withoutBreaks(text: string): string[] {
	return [
		text.replaceAll(/[-\u00AD\u2010]\s*\n\s*/g, ""),
		text.replaceAll(BETWEEN_UNDIVIDED, ""),
		text.replaceAll(/(?<=\p{L})\d{1,3}(?![\p{L}\p{N}])/gu, ""),
	];
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
