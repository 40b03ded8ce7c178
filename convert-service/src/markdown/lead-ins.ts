import type { MarkdownIt } from "markdown-it";

/** A paragraph that ends with a colon stays on the page of what it announces. */
export function leadIns(markdown: MarkdownIt): void {
	markdown.core.ruler.push("lead_ins", ({ tokens }) => {
		tokens.forEach((token, index) => {
			if (token.type !== "paragraph_open" || !/:\s*$/.test(tokens[index + 1]?.content ?? "")) return;
			token.attrJoin("class", "lead-in");
		});
	});
}
