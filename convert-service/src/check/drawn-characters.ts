/**
 * The different characters of a text that are signs of their own: letters, digits and symbols. ASCII is left out, as every
 * font has it, and so is punctuation, which is set in other ways than it was typed.
 */
export function signsOf(text: string): string[] {
	return [...new Set(text.replaceAll(/[^\p{L}\p{N}\p{S}]|[ -~]/gu, ""))];
}

/**
 * Those of some signs that the text of a PDF does not have. Chromium and WeasyPrint write no character for a glyph that the
 * PDF's fonts lack. Capitals, ligatures and full-width forms stand for their plain letters, and the other way around.
 */
export function undrawn(signs: readonly string[], pdfText: string): string[] {
	const drawn = new Set(formsOf(pdfText));
	return signs.filter((sign) => !formsOf(sign).some((form) => drawn.has(form)));
}

/** Each character as it is, and in its plain lower and upper case forms. */
function formsOf(text: string): string[] {
	const plain = text.normalize("NFKC");
	return [...text, ...plain, ...plain.toLowerCase(), ...plain.toUpperCase()];
}
