import { type Term, termsOf } from "./words/terms.ts";

/** Of a longer prompt, which is a pasted text, so much is read at its start and at its end, characters. */
const READ_AT_EACH_END = 4_000;

/** What a prompt is about: its words, each once, in their order, without those that say nothing. */
export function promptTerms(prompt: string): Term[] {
	const text =
		prompt.length <= 2 * READ_AT_EACH_END
			? prompt
			: `${prompt.slice(0, READ_AT_EACH_END)} ${prompt.slice(-READ_AT_EACH_END)}`;
	const byKey = new Map<string, Term>();
	for (const term of termsOf(text)) if (!byKey.has(term.key)) byKey.set(term.key, term);
	return [...byKey.values()];
}
