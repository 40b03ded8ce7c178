/** Most letters that may be wrong in a word for it to be taken for another. */
const MAX_TYPOS = 2;
/** Words as short as this begin or resemble many others. */
const MIN_LETTERS = 3;
/** Longer ones are no typo of any word that is known, and slow to compare. */
const MAX_LETTERS = 40;

/** The known word that somebody meant who wrote another: its beginning, or the word with a typo or two. */
export function nearestWord(written: string, known: readonly string[]): string | undefined {
	if (written.length < MIN_LETTERS || written.length > MAX_LETTERS) return undefined;
	const word = written.toLowerCase().replaceAll("-", "_");
	const begun = known.find((one) => one.startsWith(word));
	if (begun !== undefined) return begun;
	const [nearest] = known
		.map((one) => ({ one, typos: distance(word, one) }))
		.filter(({ typos }) => typos <= Math.min(MAX_TYPOS, word.length - MIN_LETTERS + 1))
		.sort((a, b) => a.typos - b.typos);
	return nearest?.one;
}

/** How many letters must be put in, taken out or exchanged (Levenshtein). */
function distance(a: string, b: string): number {
	let row = Array.from({ length: b.length + 1 }, (_, index) => index);
	for (const [index, letter] of [...a].entries()) {
		const next = [index + 1];
		for (const [column, other] of [...b].entries()) {
			const exchanged = (row[column] ?? 0) + (letter === other ? 0 : 1);
			next.push(Math.min(exchanged, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
		}
		row = next;
	}
	return row.at(-1) ?? 0;
}
