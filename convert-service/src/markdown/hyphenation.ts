import { createRequire } from "node:module";
import type { HyphenationFunctionSync } from "hyphen";
import type { MarkdownIt, Token } from "markdown-it";

type Hyphenate = (text: string) => string;

/** The pattern sets that we use, by language; of English the British one only where a document asks for it. */
const PATTERNS: Record<string, string> = {
	"en-gb": "en-gb",
	...Object.fromEntries(
		[
			"ca",
			"cs",
			"da",
			"de",
			"es",
			"fi",
			"fr",
			"hr",
			"hu",
			"it",
			"nl",
			"nb",
			"pl",
			"pt",
			"ro",
			"ru",
			"sk",
			"sl",
			"sv",
			"tr",
			"uk",
		].map((language) => [language, language]),
	),
	en: "en-us",
	no: "nb",
};
const SHORTEST_WORD = 6;
const require = createRequire(import.meta.url);

/** Puts soft hyphens into the words of a text; undefined for a language without patterns. */
export function hyphenator(language: string): Hyphenate | undefined {
	const tag = language.toLowerCase();
	const patterns = PATTERNS[tag] ?? PATTERNS[tag.split("-")[0] ?? ""];
	if (patterns === undefined) return undefined;
	const { hyphenateSync }: { hyphenateSync: HyphenationFunctionSync } = require(`hyphen/${patterns}`);
	const inWord = (word: string) => hyphenateSync(word, { minWordLength: SHORTEST_WORD });
	return (text) => text.replace(/\S+/g, (word) => (isAddress(word) ? word : inWord(word)));
}

/** Paths, mail addresses and domains must be found again as they are. */
function isAddress(word: string): boolean {
	return /[/@\\_]|\p{L}\.\p{L}/u.test(word);
}

/** What is hyphenated: all running text, or just the cells of tables that have no room for their words. */
export interface Hyphenation {
	readonly hyphenate: Hyphenate;
	readonly everywhere: boolean;
}

/** Puts soft hyphens in; headings and code stay as they are. Comes after the tables are fitted. */
export function hyphenated(markdown: MarkdownIt, { hyphenate, everywhere }: Hyphenation): void {
	markdown.core.ruler.push("hyphenated", ({ tokens }) => {
		let inFittedTable = false;
		tokens.forEach((token, index) => {
			if (token.type === "table_open") inFittedTable = String(token.attrGet("class")).includes("fitted");
			if (token.type === "table_close") inFittedTable = false;
			if (token.type !== "inline" || tokens[index - 1]?.type === "heading_open") return;
			if (everywhere || inFittedTable) hyphenateInline(token, hyphenate);
		});
	});
}

function hyphenateInline(inline: Token, hyphenate: Hyphenate): void {
	for (const token of inline.children ?? []) {
		if (token.type === "text") token.content = hyphenate(token.content);
	}
}
