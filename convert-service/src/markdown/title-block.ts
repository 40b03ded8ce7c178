import type { Design } from "../designs/designs.ts";
import { escapeHtml } from "./escape-html.ts";
import type { FrontMatter } from "./front-matter.ts";

/** The head of a document, of what its front matter gives; nothing when it gives nothing to show. */
export function titleBlock(
	frontMatter: FrontMatter,
	{ design, language }: { design: Design; language: string },
): string {
	const { title, subtitle } = frontMatter;
	const date = shownDate(frontMatter, language);
	const author = frontMatter.authors.join(", ");
	if ([title, subtitle, date].every((part) => part === undefined) && author === "") return "";
	const lines = [
		title === undefined ? "" : `<h1 id="title">${escapeHtml(title)}</h1>`,
		line("subtitle", subtitle),
		...(design === "magicM" ? [line("author", author), line("date", date)] : [byline([author, date])]),
	];
	return `<header class="title">${lines.join("")}</header>`;
}

function shownDate({ date, dateIsStatus }: FrontMatter, language: string): string | undefined {
	if (date === undefined || !dateIsStatus) return date;
	return language.startsWith("de") && !/^stand\b/i.test(date) ? `Stand: ${date}` : date;
}

function byline(parts: ReadonlyArray<string | undefined>): string {
	return line("byline", parts.filter((part) => part !== undefined && part !== "").join(" · "));
}

function line(name: string, text: string | undefined): string {
	return text === undefined || text === "" ? "" : `<p class="${name}">${escapeHtml(text)}</p>`;
}
