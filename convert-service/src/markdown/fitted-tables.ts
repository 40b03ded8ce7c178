import type { MarkdownIt, Token } from "markdown-it";
import { fitTable, measureColumns } from "./column-widths.ts";

/** Keeps tables on the page: one that has no room gets smaller type, fixed widths and cells that break. */
export function fittedTables(markdown: MarkdownIt): void {
	markdown.core.ruler.push("fitted_tables", ({ tokens, Token: TokenClass }) => {
		let end = tokens.length;
		for (let index = tokens.length - 1; index >= 0; index--) {
			const table = tokens[index];
			if (table?.type === "table_close") end = index;
			if (table?.type !== "table_open") continue;
			const cells = tokens.slice(index, end);
			alignByClass(cells);
			const { density, shares } = fitTable(measureColumns(rowsOf(cells)));
			if (shares === undefined) continue;
			table.attrJoin("class", density === "crowded" ? "fitted many crowded" : "fitted many");
			const group = new TokenClass("html_block", "", 0);
			group.content = `<colgroup>${shares.map((share) => `<col style="width: ${share}%">`).join("")}</colgroup>\n`;
			tokens.splice(index + 1, 0, group);
		}
	});
}

// A class instead of the style attribute, so that designs can have a say.
function alignByClass(tokens: readonly Token[]): void {
	for (const token of tokens) {
		const side = /text-align:\s*(right|center)/.exec(String(token.attrGet("style") ?? ""))?.[1];
		if (side !== undefined) token.attrJoin("class", side);
		if (token.type === "th_open" || token.type === "td_open") token.attrs = withoutStyle(token);
	}
}

function withoutStyle(token: Token): Token["attrs"] {
	return token.attrs?.filter(([name]) => name !== "style") ?? null;
}

function rowsOf(tokens: readonly Token[]): string[][] {
	const rows: string[][] = [];
	for (const [index, token] of tokens.entries()) {
		if (token.type === "tr_open") rows.push([]);
		if (token.type === "th_open" || token.type === "td_open") rows.at(-1)?.push(textOf(tokens[index + 1]));
	}
	return rows;
}

function textOf(inline: Token | undefined): string {
	return (inline?.children ?? [])
		.map(({ type, content }) => (type === "html_inline" ? "" : content))
		.join("");
}
