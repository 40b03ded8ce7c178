/** The parts of a Word document that say which fonts it is set in, as XML; what it does not have is empty. */
export interface WordParts {
	/** The text, its headers, footers and notes. */
	readonly texts: readonly string[];
	readonly styles: string;
	readonly theme: string;
	readonly fontTable: string;
}

interface Style {
	readonly type: string;
	readonly isDefault: boolean;
	readonly basedOn: string | undefined;
	readonly font: string | undefined;
}

/** A chain of styles that goes in a circle ends here. */
const MOST_STYLES_IN_A_CHAIN = 20;

/**
 * The fonts that a document asks for and does not bring along, for Latin text: those named in its text, and those of the
 * styles that the text uses. A template's other styles and the fonts that Word lists anyway don't count.
 */
export function wordFonts({ texts, styles, theme, fontTable }: WordParts): string[] {
	const text = texts.join("");
	const all = readStyles(styles, theme);
	const defaults = fontOf(styles.split("<w:docDefaults>")[1]?.split("</w:docDefaults>")[0] ?? "", theme);
	const named = new Set([...text.matchAll(/<w:(?:p|r|tbl)Style w:val="([^"]+)"/g)].map(([, id]) => id));
	const used = [...all].filter(
		([id, { type, isDefault }]) => named.has(id) || (isDefault && type === "paragraph"),
	);
	const ofStyles = used.map(
		([id, { type }]) => chained(id, all) ?? (type === "paragraph" ? defaults : undefined),
	);
	const ofText = [...text.matchAll(/<w:rFonts [^<>]*>/g)].map(([tag]) => fontOf(tag, theme));
	const embedded = new Set(
		pieces(fontTable, "<w:font ").flatMap((font) =>
			font.includes("<w:embed") ? [attribute(font, "name")] : [],
		),
	);
	const fonts = [...ofStyles, ...ofText].filter((font) => font !== undefined && !embedded.has(font));
	return [...new Set(fonts)].filter((font) => font !== undefined);
}

function readStyles(styles: string, theme: string): Map<string, Style> {
	return new Map(
		pieces(styles, "<w:style ").map((style) => [
			attribute(style, "styleId") ?? "",
			{
				type: attribute(style, "type") ?? "",
				isDefault: attribute(style.split(">", 1)[0] ?? "", "default") === "1",
				basedOn: /<w:basedOn w:val="([^"]+)"/.exec(style)?.[1],
				font: fontOf(style.split("</w:style>", 1)[0] ?? "", theme),
			},
		]),
	);
}

/** The elements of one kind, each up to the next one. Splitting takes the same time whatever a hostile document holds. */
const pieces = (xml: string, start: string) => xml.split(start).slice(1);

/** The font of a style, or of the nearest one that it is based on. */
function chained(id: string, styles: ReadonlyMap<string, Style>): string | undefined {
	let style = styles.get(id);
	for (let steps = 0; style !== undefined && steps < MOST_STYLES_IN_A_CHAIN; steps++) {
		if (style.font !== undefined) return style.font;
		style = style.basedOn === undefined ? undefined : styles.get(style.basedOn);
	}
	return undefined;
}

/** The font that the first `w:rFonts` names, by itself or by way of the theme. */
function fontOf(xml: string, theme: string): string | undefined {
	const tag = /<w:rFonts [^<>]*>/.exec(xml)?.[0] ?? "";
	const kind = /^(major|minor)/.exec(attribute(tag, "asciiTheme") ?? "")?.[1];
	if (kind === undefined) return attribute(tag, "ascii") ?? attribute(tag, "hAnsi");
	return new RegExp(`<a:${kind}Font>\\s*<a:latin typeface="([^"]+)"`).exec(theme)?.[1];
}

const attribute = (attributes: string, name: string) =>
	new RegExp(`w:${name}="([^"]+)"`).exec(attributes)?.[1];
