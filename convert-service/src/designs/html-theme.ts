import { asset } from "../asset.ts";
import { fontsOf } from "./design-fonts.ts";
import { lightVariables } from "./light-variables.ts";
import { resolveVariables } from "./resolve-variables.ts";

export const themes = ["none", "magic3"] as const;

export type Theme = (typeof themes)[number];

/** What may stand before the place in a document's head where a style can be put: doctype, comments, html and head. */
const BEFORE_STYLE =
	/^\uFEFF?(?:\s|<!--[\s\S]*?-->|<\?xml[^>]*\?>)*(?:<!doctype[^>]*>)?(?:\s|<!--[\s\S]*?-->)*(?:<html[^>]*>)?(?:\s|<!--[\s\S]*?-->)*(?:<head(?:\s[^>]*)?>)?/i;

/**
 * Any HTML in a theme, which is put into its head. `magic3` makes it light, in Source Sans 3 with green accents, and
 * numbers its pages: what a page sets by custom properties turns light, whatever they are called. What it sets otherwise
 * stays, but for the ground and the text of the page itself.
 */
export function withTheme(html: string, theme: Theme): string {
	if (theme === "none") return html;
	const [before = ""] = BEFORE_STYLE.exec(html) ?? [];
	return `${before}<style>${magic3(html)}</style>${html.slice(before.length)}`;
}

function magic3(html: string): string {
	const variables = lightVariables(html);
	const light = variables.length === 0 ? "" : `*, ::before, ::after { ${variables.join(" ")} }`;
	return [fontsOf("magic3", html), resolveVariables(asset("html-magic3.css")), light].join("\n");
}
