/** The fonts that documents other than Word's ask for and do not bring along, each once, for Latin text. */

/** A table of fonts is read up to here; real ones have some kilobytes. */
const MOST_TABLE_CHARACTERS = 65_536;

/**
 * Of an OpenDocument file, by its `content.xml` and `styles.xml`: the declared fonts that styles of the content name, and
 * those of the default styles. A font with a source of its own is embedded.
 */
export function openDocumentFonts(content: string, styles: string): string[] {
	const declared = new Map(
		pieces(content + styles, "<style:font-face ").map((face) => [
			attribute(face, "style:name") ?? "",
			face.split("</style:font-face>", 1)[0]?.includes("<svg:font-face-src")
				? undefined
				: attribute(face, "svg:font-family")?.replaceAll(/&apos;|['"]/g, ""),
		]),
	);
	const defaults = pieces(styles, "<style:default-style ").map(
		(style) => style.split("</style:default-style>", 1)[0],
	);
	const named = [content, ...defaults].join("").matchAll(/\sstyle:font-name="([^"]+)"/g);
	return distinct([...named].map(([, name = ""]) => declared.get(name)));
}

/** Of an Excel workbook, by its `xl/styles.xml`: those of its list of fonts, which holds what cells use. */
export function workbookFonts(styles: string): string[] {
	const list = styles.split(/<fonts[\s>]/, 2)[1]?.split("</fonts>", 1)[0] ?? "";
	return distinct([...list.matchAll(/<name val="([^"]+)"/g)].map(([, name]) => name));
}

/** Of a PowerPoint presentation: those that its slides name, and the two of its theme, which all other text has. */
export function presentationFonts(slides: readonly string[], theme: string): string[] {
	const inTheme = pieces(theme, "<a:latin ").slice(0, 2);
	const inSlides = slides.flatMap((slide) => pieces(slide, "<a:latin "));
	const named = [...inTheme, ...inSlides].map((tag) => attribute(tag, "typeface"));
	// Those with a plus are names for the theme's.
	return distinct(named.filter((font) => !font?.startsWith("+")));
}

/** Of an RTF document: those of its table of fonts that its text switches to, and the one that it starts with. */
export function richTextFonts(text: string): string[] {
	const start = text.indexOf("{\\fonttbl");
	if (start < 0) return [];
	const end = endOfGroup(text, start);
	const table = new Map(text.slice(start, end).slice(0, MOST_TABLE_CHARACTERS).split(";").map(readEntry));
	const used = [...text.slice(end).matchAll(/\\f(\d+)(?!\d)/g)].map(([, number = ""]) => number);
	const first = /\\deff(\d+)/.exec(text.slice(0, start))?.[1] ?? "";
	return distinct([first, ...used].map((number) => table.get(number)));
}

/** Such as `{\\f1\\fswiss{\\*\\panose 020b}Arial`. */
function readEntry(entry: string): [number: string, name: string] {
	const plain = entry.replaceAll(/\{\\\*[^{}]*\}/g, "");
	const name = plain.replaceAll(/\\[a-z]+-?\d* ?|[{}]/g, "");
	return [/\\f(\d+)/.exec(plain)?.[1] ?? "", name.trim()];
}

function endOfGroup(text: string, start: number): number {
	let depth = 0;
	for (let at = start; at < text.length; at++) {
		if (text[at] === "{") depth += 1;
		else if (text[at] === "}" && --depth === 0) return at;
	}
	return text.length;
}

/** The elements of one kind, each up to the next one. Splitting takes the same time whatever a hostile document holds. */
const pieces = (xml: string, start: string) => xml.split(start).slice(1);

/** The value of an attribute of an element's start. */
const attribute = (element: string, name: string) =>
	new RegExp(`(?:^|\\s)${name}="([^"]+)"`).exec(element.split(">", 1)[0] ?? "")?.[1];

const distinct = (fonts: readonly (string | undefined)[]): string[] => [
	...new Set(fonts.flatMap((font) => (font === undefined || font === "" ? [] : [font]))),
];
