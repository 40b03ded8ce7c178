import type { Design } from "../designs/designs.ts";
import { documentStyle } from "../designs/document-style.ts";
import { type Paper, paperStyle } from "../designs/paper-style.ts";
import { mermaidSettings } from "../mermaid/mermaid-settings.ts";
import type { Warning } from "../warning.ts";
import { escapeHtml } from "./escape-html.ts";
import { type FrontMatter, splitFrontMatter } from "./front-matter.ts";
import { type Hyphenation, hyphenator } from "./hyphenation.ts";
import { type MissingImages, missingImagesWarning } from "./images.ts";
import { guessLanguage } from "./language.ts";
import { renderMarkdown } from "./render-markdown.ts";
import { SETTLE_HYPHENS } from "./settle-hyphens.ts";
import { titleBlock } from "./title-block.ts";

const SOFT_HYPHEN = "\u00ad";

export interface BuildOptions {
	readonly design: Design;
	readonly engine: "chromium" | "weasyprint";
	/** Where the design's own, A4 upright, shall not be. */
	readonly paper?: Paper;
}

export interface BuiltDocument {
	/** A whole HTML document that loads nothing: fonts and styles are in it. */
	readonly html: string;
	/** What the sender should know. */
	readonly warnings: readonly Warning[];
	/** From the front matter, else the first heading. */
	readonly title: string | undefined;
}

/** Makes a document of Markdown: title block, text, styles and fonts. Reads the design's files and nothing else. */
export function buildDocument(source: string, { design, engine, paper = {} }: BuildOptions): BuiltDocument {
	const { frontMatter, body, warnings } = splitFrontMatter(source);
	const language = frontMatter?.language ?? guessLanguage(body);
	const missingImages: MissingImages = { paths: [] };
	const hyphenation = hyphenationFor({ design, engine, language });
	const rendered = renderMarkdown(withoutTitle(body, frontMatter), { language, hyphenation, missingImages });
	const head = frontMatter === undefined ? "" : titleBlock(frontMatter, { design, language });
	const title = frontMatter?.title ?? firstHeading(rendered);
	const html = `${head}<main>\n${rendered}</main>`;
	const parts = [
		'<meta charset="utf-8">',
		`<title>${escapeHtml(title ?? "")}</title>`,
		...metaTags(frontMatter),
		`<style>${documentStyle({ design, engine, language, html, title })}</style>`,
		paperStyle(paper),
		rendered.includes(SOFT_HYPHEN) ? `<script>${SETTLE_HYPHENS}</script>` : "",
	];
	const settings = escapeHtml(JSON.stringify(mermaidSettings(design)));
	const missing = missingImagesWarning(missingImages);
	return {
		html: `<!DOCTYPE html>\n<html lang="${escapeHtml(language)}" data-mermaid="${settings}"><head>${parts.join("\n")}</head><body>\n${html}\n</body></html>\n`,
		warnings: [...warnings, ...(missing === undefined ? [] : [missing])],
		title,
	};
}

// Chromium brings no hyphenation patterns; WeasyPrint does.
function hyphenationFor({
	design,
	engine,
	language,
}: BuildOptions & { language: string }): Hyphenation | undefined {
	const hyphenate = engine === "chromium" ? hyphenator(language) : undefined;
	return hyphenate && { hyphenate, everywhere: design === "magicM" };
}

function metaTags(frontMatter: FrontMatter | undefined): string[] {
	const authors = frontMatter?.authors.join(", ") ?? "";
	return authors === "" ? [] : [`<meta name="author" content="${escapeHtml(authors)}">`];
}

// A first heading that only repeats the title would stand on the page twice.
function withoutTitle(body: string, frontMatter: FrontMatter | undefined): string {
	const [line, heading] = /^\s*#[ \t]+(.+?)[ \t]*#*[ \t]*(?:\r?\n|$)/.exec(body) ?? [];
	return line !== undefined && heading === frontMatter?.title ? body.slice(line.length) : body;
}

const NAMED: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"' };

function firstHeading(html: string): string | undefined {
	const inner = /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? "";
	const text = inner.replace(/<[^>]*>/g, "").replace(/&(amp|lt|gt|quot);/g, (name) => NAMED[name] ?? name);
	return text.trim() === "" ? undefined : text.trim();
}
