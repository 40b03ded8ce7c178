const WORDS: Record<string, RegExp> = {
	de: /\b(der|die|das|und|ist|nicht|mit|ein|eine|auf|für|von|den|dem|zu|wird|sich|auch|werden)\b/gi,
	en: /\b(the|and|is|of|to|in|that|with|for|not|are|this|be|as|on|it|was|by)\b/gi,
	fr: /\b(le|la|les|des|et|est|une|que|dans|pour|pas|qui|sur|avec|du|au|ce|sont)\b/gi,
	es: /\b(el|los|las|de|que|y|una|por|con|para|es|del|se|como|más|su|al|lo)\b/gi,
	it: /\b(il|che|di|e|la|per|una|con|non|è|del|della|sono|gli|dei|nel|si|da)\b/gi,
};
const SAMPLE = 20_000;

/** The language of a text that doesn't name it, as far as fonts and hyphenation need it; English where nothing tells. */
export function guessLanguage(text: string): string {
	const sample = text.slice(0, SAMPLE);
	return byScript(sample) ?? byWords(sample);
}

function byScript(sample: string): string | undefined {
	const letters = count(sample, /\p{L}/gu);
	const east = count(sample, /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu);
	if (east * 4 < letters || east === 0) return undefined;
	if (count(sample, /[\p{Script=Hiragana}\p{Script=Katakana}]/gu) * 10 > east) return "ja";
	return count(sample, /\p{Script=Hangul}/gu) * 2 > east ? "ko" : "zh";
}

function byWords(sample: string): string {
	const counts = Object.entries(WORDS).map(([language, words]) => ({
		language,
		found: count(sample, words),
	}));
	const best = counts.reduce((a, b) => (b.found > a.found ? b : a));
	return best.found > 2 ? best.language : "en";
}

function count(text: string, pattern: RegExp): number {
	return text.match(pattern)?.length ?? 0;
}
