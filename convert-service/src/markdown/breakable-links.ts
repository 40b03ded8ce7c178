import type { MarkdownIt } from "markdown-it";
import { escapeHtml } from "./escape-html.ts";

/** A bare address may break after its slashes and the like, so that it doesn't tear a hole into the line before it. */
export function breakableLinks(markdown: MarkdownIt): void {
	markdown.core.ruler.push("breakable_links", ({ tokens }) => {
		for (const { children } of tokens) {
			children?.forEach((token, index) => {
				const text = children[index + 1];
				if (token.type !== "link_open" || token.info !== "auto" || text?.type !== "text") return;
				text.type = "html_inline";
				text.content = breakable(text.content);
			});
		}
	});
}

function breakable(address: string): string {
	const [, host = "", path = ""] = /^(\w+:\/\/[^/]*\/)?(.*)$/s.exec(address) ?? [];
	const between = host !== "" && path !== "" ? "<wbr>" : "";
	return escapeHtml(host) + between + escapeHtml(path).replace(/(?<!&#?\w*)[/.?=_-]+(?=\w)/g, "$&<wbr>");
}
