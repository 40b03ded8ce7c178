import type { MarkdownIt, Token } from "markdown-it";

const TITLES: Record<string, { en: string; de: string }> = {
	note: { en: "Note", de: "Hinweis" },
	tip: { en: "Tip", de: "Tipp" },
	important: { en: "Important", de: "Wichtig" },
	warning: { en: "Warning", de: "Warnung" },
	caution: { en: "Caution", de: "Vorsicht" },
};

/** A quote that starts with a line `[!NOTE]` (or TIP, IMPORTANT, WARNING, CAUTION) becomes a box with that title. */
export function callouts(markdown: MarkdownIt, { language }: { language: string }): void {
	markdown.core.ruler.after("inline", "callouts", ({ tokens, Token: TokenClass }) => {
		for (let index = tokens.length - 3; index >= 0; index--) {
			const [quote, , inline] = tokens.slice(index, index + 3);
			if (quote?.type !== "blockquote_open" || inline?.type !== "inline") continue;
			const kind = takeKind(inline);
			if (kind === undefined) continue;
			quote.attrJoin("class", `callout ${kind}`);
			const title = new TokenClass("html_block", "", 0);
			title.content = `<p class="callout-title">${titleOf(kind, language)}</p>\n`;
			tokens.splice(index + 1, inline.children?.length === 0 ? 3 : 0, title);
		}
	});
}

function takeKind(inline: Token): string | undefined {
	const children = inline.children ?? [];
	const [first, second] = children;
	const kind = /^\[!(\w+)\]\s*$/.exec(first?.content ?? "")?.[1]?.toLowerCase();
	if (kind === undefined || !Object.hasOwn(TITLES, kind)) return undefined;
	if (second !== undefined && second.type !== "softbreak" && second.type !== "hardbreak") return undefined;
	children.splice(0, 2);
	return kind;
}

function titleOf(kind: string, language: string): string {
	const titles = TITLES[kind];
	return (language.startsWith("de") ? titles?.de : titles?.en) ?? kind;
}
