import { asset } from "../asset.ts";
import { fontsOf } from "./design-fonts.ts";
import { isDark, lightDeclarations, lightRules } from "./light-rules.ts";
import { lightVariables } from "./light-variables.ts";
import { resolveVariables } from "./resolve-variables.ts";

export const themes = ["none", "magic3"] as const;

export type Theme = (typeof themes)[number];

/** What may stand before the place in a document's head where a style can be put: doctype, comments, html and head. */
const BEFORE_STYLE =
	/^\uFEFF?(?:\s|<!--[\s\S]*?-->|<\?xml[^>]*\?>)*(?:<!doctype[^>]*>)?(?:\s|<!--[\s\S]*?-->)*(?:<html[^>]*>)?(?:\s|<!--[\s\S]*?-->)*(?:<head(?:\s[^>]*)?>)?/i;

/**
 * Any HTML in a theme, which is put into its head. `magic3` makes it light, in Source Sans 3 with green accents, and
 * numbers its pages: what a page sets by custom properties turns light, whatever they are called, and on a page with a dark
 * ground so do the colours that its style rules and attributes name.
 */
export function withTheme(html: string, theme: Theme): string {
	if (theme === "none") return html;
	const [before = ""] = BEFORE_STYLE.exec(html) ?? [];
	return `${before}<style>${magic3(html)}</style>${lightened(html.slice(before.length))}`;
}

const STYLE_ATTRIBUTE = /(<[a-z][\w-]*\b[^<>]{0,2000}?\sstyle=")([^"<>]{1,4000})(?=")/gi;
const BODY_STYLE = /<body\b[^<>]{0,2000}?\sstyle="([^"<>]{1,4000})"/i;

function lightened(html: string): string {
	let rules = "";
	mapStyles(html, (css) => {
		rules += `${css}\n`;
		return css;
	});
	if (!isDark(`${rules}body{${BODY_STYLE.exec(html)?.[1] ?? ""}}`)) return html;
	return mapStyles(html, lightRules).replace(
		STYLE_ATTRIBUTE,
		(_whole, open: string, declarations: string) => open + lightDeclarations(declarations),
	);
}

/** Changes the rules in each style element. Goes through the page once: a pattern for all of it would go back and forth. */
function mapStyles(html: string, change: (css: string) => string): string {
	const open = /<style\b[^<>]{0,2000}>/gi;
	const close = /<\/style/gi;
	let [result, at] = ["", 0];
	while (open.exec(html) !== null) {
		close.lastIndex = open.lastIndex;
		const end = close.exec(html);
		if (end === null) break;
		result += html.slice(at, open.lastIndex) + change(html.slice(open.lastIndex, end.index));
		at = end.index;
		open.lastIndex = at;
	}
	return result + html.slice(at);
}

function magic3(html: string): string {
	const variables = lightVariables(html);
	const light = variables.length === 0 ? "" : `*, ::before, ::after { ${variables.join(" ")} }`;
	return [fontsOf("magic3", html), resolveVariables(asset("html-magic3.css")), light].join("\n");
}
