import type { MarkdownIt, Token } from "markdown-it";

/** `- [ ]` and `- [x]` become boxes. They are characters, so that a PDF's text says what is done. */
export function taskLists(markdown: MarkdownIt): void {
	markdown.core.ruler.after("inline", "task_lists", ({ tokens, Token: TokenClass }) => {
		tokens.forEach((token, index) => {
			const item = tokens[index - 2];
			if (token.type !== "inline" || item?.type !== "list_item_open") return;
			const box = boxOf(token);
			if (box === undefined) return;
			const html = new TokenClass("html_inline", "", 0);
			html.content = `<span class="box">${box}</span>`;
			token.children?.unshift(html);
			item.attrJoin("class", "task");
		});
	});
}

function boxOf(token: Token): string | undefined {
	const text = token.children?.[0];
	const [mark, state] = /^\[([ xX])\][ \u00a0]/.exec(text?.content ?? "") ?? [];
	if (text?.type !== "text" || mark === undefined) return undefined;
	text.content = text.content.slice(mark.length);
	// The selector asks for the sign, not for its emoji.
	return state === " " ? "☐\ufe0e" : "☑\ufe0e";
}
