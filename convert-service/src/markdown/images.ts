import type { MarkdownIt } from "markdown-it";
import { type Warning, warning } from "../warning.ts";
import { escapeHtml } from "./escape-html.ts";

/** Pictures that can't come along: a document that is sent here brings only what is in it. */
export interface MissingImages {
	readonly paths: string[];
}

/** Shows, for an image that names a file beside the document, its text in place of a broken picture, and notes it. */
export function images(markdown: MarkdownIt, missing: MissingImages): void {
	const { image } = markdown.renderer.rules;
	markdown.renderer.rules.image = (tokens, index, options, env, renderer) => {
		const token = tokens[index];
		const source = String(token?.attrGet("src") ?? "");
		if (/^(data:|https?:|\/\/)/i.test(source)) return image?.(tokens, index, options, env, renderer) ?? "";
		missing.paths.push(source);
		const text = renderer.renderInlineAsText(token?.children ?? [], options, env);
		return `<span class="missing-image">[${escapeHtml(text === "" ? source : text)}]</span>`;
	};
}

const NAMED = 5;
const NAME_CHARACTERS = 80;

/** The warning of pictures that were left out, which names them; undefined when none was. */
export function missingImagesWarning({ paths }: MissingImages): Warning | undefined {
	if (paths.length === 0) return undefined;
	const what = paths.length === 1 ? "1 image names a file" : `${paths.length} images name files`;
	return warning(
		"images_missing",
		`${what} beside the document, which did not come along: ${named(paths)}; put pictures into it as data: URIs`,
		named(paths),
	);
}

function named(paths: readonly string[]): string {
	const names = [...new Set(paths)].map((path) =>
		path.length > NAME_CHARACTERS ? `${path.slice(0, NAME_CHARACTERS)}…` : path,
	);
	const others = names.length - NAMED;
	return [...names.slice(0, NAMED), ...(others > 0 ? [`${others} more`] : [])].join(", ");
}
