import { asset } from "../asset.ts";
import { fontsOf } from "./design-fonts.ts";
import type { Design } from "./designs.ts";
import { eastAsianFonts } from "./east-asian-fonts.ts";
import { resolveVariables } from "./resolve-variables.ts";

interface StyledDocument {
	readonly design: Design;
	readonly engine: "chromium" | "weasyprint";
	readonly language: string;
	/** The body's HTML, which decides what fonts it needs. */
	readonly html: string;
	/** Shown at the foot of the pages in designs that have that. */
	readonly title: string | undefined;
}

const EMOJI = '"Noto Color Emoji", "Apple Color Emoji", "Segoe UI Emoji"';
const LONGEST_RUNNING_TITLE = 70;

/** All CSS of a document: its fonts, what all designs have in common, and the design. Needs nothing from outside. */
export function documentStyle({ design, engine, language, html, title }: StyledDocument): string {
	const sheets = [asset("document.css"), asset("code.css"), asset(`${design}.css`)].join("\n");
	const { sans, serif } = eastAsianFonts(language);
	// WeasyPrint takes digits from an emoji font that it is told of, and finds one for emoji without.
	const emoji = engine === "chromium" ? EMOJI : "sans-serif";
	const css = resolveVariables(sheets, { "--cjk-sans": sans, "--cjk-serif": serif, "--emoji": emoji });
	return [fontsOf(design, html), css, runningTitle(design, title)].join("\n");
}

// Chromium knows no string-set, so the title is written into the page's own rule.
function runningTitle(design: Design, title: string | undefined): string {
	if (title === undefined || design === "magicM") return "";
	const content = cssString(shortened(title));
	return `@page { @bottom-left { content: ${content} } }\n@page :first { @bottom-left { content: none } }`;
}

function shortened(title: string): string {
	const characters = [...title];
	if (characters.length <= LONGEST_RUNNING_TITLE) return title;
	return `${characters.slice(0, LONGEST_RUNNING_TITLE).join("").trimEnd()}…`;
}

function cssString(text: string): string {
	const escaped = text.replace(/[\\"<\p{Cc}]/gu, (sign) => `\\${sign.codePointAt(0)?.toString(16)} `);
	return `"${escaped}"`;
}
