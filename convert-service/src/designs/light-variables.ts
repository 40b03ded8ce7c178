import { type Colour, hslNumbers, parseColour, parseTriple, rgbNumbers } from "./colour.ts";
import { lightGround, lightInk, lightLine } from "./light-colours.ts";

const DECLARATION = /(--[\w-]{1,80})\s*:\s*([^;{}<>]{1,80}?)\s*(?:!important\s*)?(?=[;}"'<])/g;
const MOST = 500;

const TEXT = /text|foreground|(^|-)(fg|ink|font|muted|heading|title|copy)($|-)|on-(bg|surface|background)/;
const GROUND =
	/bg|background|surface|panel|card|canvas|paper|base|body|popover|sidebar|header|footer|code|input|shadow|overlay/;
const LINE = /(^|-)(border|line|divider|outline|ring|rule|separator)/;
const ACCENT = /accent|primary|brand|link|highlight|theme/;

/** #388E3C */
const GREEN: Colour = { hue: 122.8, saturation: 0.4344, lightness: 0.3882, alpha: 1 };

/**
 * The light values of the custom properties by which a page is dark, as declarations: grounds become light, texts dark,
 * lines pale and accents green (#388E3C). A property's name says what it is for; one that is light already, or that no name
 * tells, stays. A value keeps its form, as it may stand in hsl(var(--x)).
 */
export function lightVariables(html: string): string[] {
	const light = new Map<string, string>();
	for (const [, name = "", value = ""] of html.matchAll(DECLARATION)) {
		const replaced = lightValue(name.toLowerCase(), value);
		if (replaced === undefined || light.has(name)) continue;
		light.set(name, replaced);
		if (light.size === MOST) break;
	}
	return [...light].map(([name, value]) => `${name}: ${value} !important;`);
}

function lightValue(name: string, value: string): string | undefined {
	const colour = parseColour(value);
	if (colour !== undefined) {
		const light = lightColour(name, colour);
		return light && `rgba(${rgbNumbers(light)}, ${light.alpha})`;
	}
	const triple = parseTriple(value);
	const light = triple && lightColour(name, triple.colour);
	if (triple === undefined || light === undefined) return undefined;
	if (triple.model === "hsl") return hslNumbers(light);
	return value.includes(",") ? rgbNumbers(light) : rgbNumbers(light).replaceAll(",", "");
}

function lightColour(name: string, colour: Colour): Colour | undefined {
	if (LINE.test(name)) return lightLine(colour);
	// "accent-foreground" is text on the accent, which is green and not light.
	if (/(accent|primary|brand)-(foreground|fg|text|ink)/.test(name))
		return { ...colour, saturation: 0, lightness: 1 };
	if (GROUND.test(name) && !/foreground/.test(name)) return lightGround(colour);
	if (TEXT.test(name)) return lightInk(colour);
	return ACCENT.test(name) ? { ...GREEN, alpha: colour.alpha } : undefined;
}
