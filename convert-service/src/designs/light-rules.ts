import { type Colour, parseColour, rgbNumbers } from "./colour.ts";
import { lightGround, lightInk, lightLine } from "./light-colours.ts";

const BLOCK = /\{[^{}]*\}/g;
const DECLARATION =
	/(?<=[{;\s]|^)(background(?:-color)?|color|border[\w-]*|outline(?:-color)?)(\s*:\s*)([^;{}]{1,300})/gi;
const COLOUR =
	/#[0-9a-f]{3,8}\b|\b(?:rgb|hsl)a?\([^()]*\)|\b(?:black|white|gray|grey|silver|navy|whitesmoke|gainsboro)\b/gi;
const PAGE_GROUND =
	/(?:^|[\s,}>])(?:html|body|:root)\b[^{}]{0,200}\{[^{}]*?background(?:-color)?\s*:\s*([^;{}]{1,200})/gi;

/** Whether style rules give the page itself a dark ground. */
export function isDark(css: string): boolean {
	return [...css.matchAll(PAGE_GROUND)].some(([, value = ""]) =>
		coloursIn(value).some((colour) => lightGround(colour)),
	);
}

/** The rules of a dark page with colours for a light one. Text on a coloured ground, such as a button's, stays as it is. */
export function lightRules(css: string): string {
	return css.replace(BLOCK, lightDeclarations);
}

/** The same for the declarations of one rule or one style attribute. */
export function lightDeclarations(block: string): string {
	const grounds = [...block.matchAll(DECLARATION)]
		.filter(([, name = ""]) => /^background/i.test(name))
		.flatMap(([, , , value = ""]) => coloursIn(value));
	const isColoured = grounds.some((colour) => colour.saturation > 0.25 && lightGround(colour) === undefined);
	return block.replace(DECLARATION, (whole, name: string, colon: string, value: string) => {
		if (isColoured && /^color$/i.test(name)) return whole;
		return name + colon + value.replace(COLOUR, (text) => lightText(text, changeFor(name)));
	});
}

type Change = (colour: Colour) => Colour | undefined;

function changeFor(name: string): Change {
	if (/^background/i.test(name)) return lightGround;
	return /^color$/i.test(name) ? lightInk : lightLine;
}

function lightText(text: string, change: Change): string {
	const colour = parseColour(text);
	const light = colour && change(colour);
	return light === undefined ? text : `rgba(${rgbNumbers(light)}, ${light.alpha})`;
}

function coloursIn(value: string): Colour[] {
	return [...value.matchAll(COLOUR)].flatMap(([text]) => parseColour(text) ?? []);
}
