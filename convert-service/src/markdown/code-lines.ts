import hljs from "highlight.js/lib/common";
import { escapeHtml } from "./escape-html.ts";

/** Beyond this many characters, colours cost more than they tell. */
const LONGEST_COLOURED = 200_000;
/** So many lines stay together on one page. */
const SHORT = 14;

/** A fenced code block: coloured where the language is known, each line an element of its own, so that one that wraps shows it. */
export function codeBlock(code: string, language: string): string {
	const text = code.replace(/\n$/, "");
	const lines = splitLines(coloured(text, language));
	const shown = lines.map((line) => `<span class="line">${line}</span>`).join("");
	const name = lines.length <= SHORT ? "code short" : "code";
	const marked = language === "" ? "" : ` class="language-${escapeHtml(language)}"`;
	return `<pre class="${name}"><code${marked}>${shown}</code></pre>\n`;
}

function coloured(text: string, language: string): string {
	if (text.length > LONGEST_COLOURED || hljs.getLanguage(language) === undefined) return escapeHtml(text);
	return hljs.highlight(text, { language, ignoreIllegals: true }).value;
}

/** Cuts highlighted HTML at its newlines; spans that are open there are closed before and opened again after. */
export function splitLines(html: string): string[] {
	const lines: string[] = [];
	let open: string[] = [];
	for (const line of html.split("\n")) {
		const before = open.join("");
		open = spansOpenAfter(line, open);
		lines.push(before + line + "</span>".repeat(open.length));
	}
	return lines;
}

function spansOpenAfter(line: string, before: readonly string[]): string[] {
	const open = [...before];
	for (const [tag] of line.matchAll(/<span[^>]*>|<\/span>/g)) {
		if (tag === "</span>") open.pop();
		else open.push(tag);
	}
	return open;
}
