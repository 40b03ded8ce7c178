import MarkdownIt from "markdown-it";
import anchor from "markdown-it-anchor";
import deflist from "markdown-it-deflist";
import footnote from "markdown-it-footnote";
import { breakableLinks } from "./breakable-links.ts";
import { callouts } from "./callouts.ts";
import { codeBlock } from "./code-lines.ts";
import { escapeHtml } from "./escape-html.ts";
import { fittedTables } from "./fitted-tables.ts";
import { type Hyphenation, hyphenated } from "./hyphenation.ts";
import { images, type MissingImages } from "./images.ts";
import { leadIns } from "./lead-ins.ts";
import { slug } from "./slug.ts";
import { taskLists } from "./task-lists.ts";

interface RenderOptions {
	readonly language: string;
	/** Where the engine can't hyphenate by itself. */
	readonly hyphenation: Hyphenation | undefined;
	readonly missingImages: MissingImages;
}

/**
 * Markdown as HTML: CommonMark with tables, strikethrough, bare links, footnotes, definition lists, task lists and callouts.
 * HTML in it stays as it is: it is common, and the engine that shows it is fenced.
 */
export function renderMarkdown(
	source: string,
	{ language, hyphenation, missingImages }: RenderOptions,
): string {
	const markdown = new MarkdownIt({ html: true, linkify: true, typographer: true, quotes: quotes(language) });
	markdown.use(footnote).use(deflist).use(anchor, { slugify: slug, tabIndex: false });
	markdown
		.use(taskLists)
		.use(callouts, { language })
		.use(leadIns)
		.use(breakableLinks)
		.use(fittedTables)
		.use(images, missingImages);
	if (hyphenation !== undefined) markdown.use(hyphenated, hyphenation);
	// Only addresses with a scheme: readme.md is a file here, not a site in Moldova.
	markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
	const linkIsSafe = markdown.validateLink;
	markdown.validateLink = (url) => /^data:image\/[\w.+-]+[;,]/i.test(url) || linkIsSafe(url);
	markdown.renderer.rules.fence = (tokens, index) =>
		fence(tokens[index]?.content ?? "", tokens[index]?.info ?? "");
	// A raised number, as in print, in place of one in brackets.
	markdown.renderer.rules.footnote_caption = (tokens, index) => String(Number(tokens[index]?.meta?.id) + 1);
	markdown.renderer.rules.code_block = (tokens, index) => codeBlock(tokens[index]?.content ?? "", "");
	return markdown.render(source);
}

function fence(code: string, info: string): string {
	const language = (info.trim().split(/[\s{,]/)[0] ?? "").toLowerCase();
	if (language === "mermaid") return `<pre class="mermaid">${escapeHtml(code)}</pre>\n`;
	return codeBlock(code, language);
}

/** The quotation marks that straight ones become; English ones where we know no better. */
function quotes(language: string): string | string[] {
	const [main = ""] = language.toLowerCase().split("-");
	if (["de", "cs", "sk", "sl"].includes(main)) return "„“‚‘";
	if (main === "fr") return ["«\u202f", "\u202f»", "‹\u202f", "\u202f›"];
	if (["es", "it", "pt", "ru", "uk", "nb", "no"].includes(main)) return "«»“”";
	if (main === "pl") return "„”‚’";
	return "“”‘’";
}
