/**
 * Divides a text without pages into slices of at most `maxChars`, at the end of a paragraph where there is one, else of a
 * line, else of a word. All slices one after the other are the text.
 */
export function sliceText(text: string, maxChars: number): string[] {
	const slices: string[] = [];
	let start = 0;
	while (start < text.length) {
		const end = sliceEnd(text, start, maxChars);
		slices.push(text.slice(start, end));
		start = end;
	}
	return slices;
}

/** Where the slice from `start` ends. A break in the first half of a slice would make it too short. */
export function sliceEnd(text: string, start: number, maxChars: number): number {
	const most = start + maxChars;
	if (most >= text.length) return text.length;
	const least = start + Math.floor(maxChars / 2);
	for (const mark of ["\n\n", "\n", " "]) {
		const end = text.lastIndexOf(mark, most - mark.length) + mark.length;
		if (end > least) return end;
	}
	// Not between the two halves of one character.
	const splits = maxChars > 1 && /[\uD800-\uDBFF]/.test(text.charAt(most - 1));
	return splits ? most - 1 : most;
}
