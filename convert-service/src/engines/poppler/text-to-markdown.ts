/**
 * Markdown of the plain text of a PDF: paragraphs are what blank lines divide, bullets become lists, words that a line's end
 * divided are joined. A PDF knows no headings or tables, so none are invented.
 */
export function textToMarkdown(text: string): string {
	return text
		.split(/\n[ \t]*\n+/)
		.map(paragraph)
		.filter((block) => block !== "")
		.map((block) => `${block}\n\n`)
		.join("");
}

const BULLET = /^\s*[•◦▪‣●○–-]\s+/;

function paragraph(block: string): string {
	const lines = block.split("\n").filter((line) => line.trim() !== "");
	const items: string[] = [];
	for (const line of lines) {
		if (BULLET.test(line)) {
			items.push(`- ${escapeMarkdown(line.replace(BULLET, "").trim())}`);
			continue;
		}
		const previous = items.pop();
		const part = escapeMarkdown(line.trim());
		items.push(previous === undefined ? part : join(previous, part));
	}
	return items.join("\n");
}

/** A soft hyphen at a line's end divides a word; a plain one may belong to it, and stays. */
function join(previous: string, next: string): string {
	return previous.endsWith("\u00AD") ? previous.slice(0, -1) + next : `${previous} ${next}`;
}

function escapeMarkdown(line: string): string {
	return line.replaceAll(/[\\`*_[\]<]/g, "\\$&").replace(/^([#>]|\d+[.)])/, "\\$1");
}
