import { type Colour, parseColour, rgbNumbers } from "./colour.ts";
import { lightGround, lightInk, lightLine } from "./light-colours.ts";

const BLOCK = /\{[^{}]*\}/g;
const DECLARATION =
	/(?<=[{;\s]|^)(background(?:-color)?|color|border[\w-]*|outline(?:-color)?)(\s*:\s*)([^;{}]{1,300})/gi;
const COLOUR =
	/#[0-9a-f]{3,8}\b|\b(?:rgb|hsl)a?\([^()]*\)|\b(?:black|white|gray|grey|silver|navy|whitesmoke|gainsboro)\b/gi;
const PAGE_GROUND =
	/(?:^|[\s,}>])(?:html|body|:root)\b[^{}]{0,200}\{[^{}]*?background(?:-color)?\s*:\s*([^;{}]{1,200})/gi;

const PROPERTY = /(--[\w-]{1,80})\s*:\s*([^;{}<>]{1,80})/g;
const USE = /var\(\s*(--[\w-]{1,80})[^()]{0,80}\)/g;
/** A property may stand for another one; one in a circle stands for none. */
const DEEPEST = 4;

/** Whether style rules give the page itself a dark ground, by a colour or by a custom property that holds one. */
export function isDark(css: string): boolean {
	const grounds = [...css.matchAll(PAGE_GROUND)].map(([, value = ""]) => value);
	if (grounds.length === 0) return false;
	const properties = firstValues(css);
	return grounds.some((value) =>
		coloursIn(withoutProperties(value, properties)).some((colour) => lightGround(colour)),
	);
}

/** What a page sets first is what it looks like unless something is chosen, such as a dark scheme. */
function firstValues(css: string): ReadonlyMap<string, string> {
	const values = new Map<string, string>();
	for (const [, name = "", value = ""] of css.matchAll(PROPERTY))
		if (!values.has(name)) values.set(name, value);
	return values;
}

function withoutProperties(value: string, properties: ReadonlyMap<string, string>): string {
	let result = value;
	for (let depth = 0; depth < DEEPEST && result.includes("var("); depth++)
		result = result.replace(USE, (_use, name: string) => properties.get(name) ?? "").slice(0, 400);
	return result;
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
