/** How far back from where a text is cut the end of a word is looked for, as a part of what shows. */
const LOOK_BACK = 1 / 4;

/**
 * Where to cut a text that may show so many characters: at the end of a word, unless the last one is so long that little
 * would be left. @returns how many characters to show, at most `length`
 */
export function wordEnd(text: string, length: number): number {
	if (length >= text.length || text[length] === " ") return length;
	const space = text.lastIndexOf(" ", length - 1);
	return space < length * (1 - LOOK_BACK) ? length : space;
}
