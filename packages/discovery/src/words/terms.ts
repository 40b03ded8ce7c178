import { stemmer as english } from "@orama/stemmers/english";
import { stemmer as german } from "@orama/stemmers/german";
import { CONCEPTS } from "./concepts.ts";
import { splitWords } from "./split-words.ts";

/** A word of a text and the form under which it is looked up. */
export interface Term {
	/** As it stands in the text, in lower case. */
	readonly word: string;
	/** The same for all forms of the word, and for its name in another language where it is a common one. */
	readonly key: string;
}

/** Stems are dear, and texts use the same words again and again; the table starts anew when it is full. */
const REMEMBERED = 50_000;
const keys = new Map<string, string>();

/** The words of a text that say what it is about, in their order; one that stands there twice comes twice. */
export function termsOf(text: string): Term[] {
	return splitWords(text).map((word) => ({ word, key: keyOf(word) }));
}

function keyOf(word: string): string {
	const known = keys.get(word);
	if (known !== undefined) return known;
	const stem = stemOf(word);
	const key = conceptKeys.get(stem) ?? stem;
	if (keys.size >= REMEMBERED) keys.clear();
	keys.set(word, key);
	return key;
}

/**
 * A word's stem by the rules of German and English both, as a text doesn't tell its language; without accents, and with k
 * for c, by which the two languages spell many words apart (document, Dokument).
 */
function stemOf(word: string): string {
	if (!/^\p{Script=Latin}/u.test(word)) return word;
	const plain = word.replaceAll("ß", "ss").normalize("NFD").replace(/\p{M}/gu, "");
	return plain.length < 4 ? plain : english(german(plain)).replaceAll("c", "k");
}

const conceptKeys = new Map(
	CONCEPTS.flatMap((words) => {
		const [key = ""] = words.map(stemOf);
		return words.map((word) => [stemOf(word), key] as const);
	}),
);
