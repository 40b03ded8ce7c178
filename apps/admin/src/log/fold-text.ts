/**
 * A text as it is looked for: whatever the case of its letters, in all of Unicode, and however its accents were typed; German
 * ß and ss are one. Folded texts are compared as they stand, which takes no longer than they are long: a pattern that does the
 * same tries every place of a text for as long as it fits, so that a text made for it stops the program for minutes.
 */
export function foldText(text: string): string {
	// By its capitals ß becomes ss, and a letter with two small forms has one; but sigma gets another at the end of a word.
	return text.normalize("NFC").toUpperCase().toLowerCase().replaceAll("ς", "σ");
}
