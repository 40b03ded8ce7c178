import type { Hit } from "./index/word-index.ts";

/** What scores less than this part of the best hit is left out. */
const BESIDE_BEST = 0.35;
/** In a prompt with more words than this, one word that it shares by the way makes no hit. */
const SHORT_PROMPT = 4;
/** A word of this weight or more names what a document is about. */
const NAMING = 2;
/** A word of less weight, such as one that explains an argument, makes no hit alone. */
const TELLING = 1;

/** Of hits, the best first, those that a prompt of so many different words is likely to be about. */
export function relevantHits(hits: readonly Hit[], promptWords: number): Hit[] {
	const best = hits[0]?.score ?? 0;
	const needed = promptWords <= SHORT_PROMPT ? TELLING : NAMING;
	return hits.filter(
		({ score, words, heaviest }) => score >= best * BESIDE_BEST && (words > 1 || heaviest >= needed),
	);
}
