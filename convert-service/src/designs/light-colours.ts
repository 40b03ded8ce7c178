import type { Colour } from "./colour.ts";

/**
 * A dark ground as a light one: the darkest is the page, which becomes white; what stood out from it by being lighter still
 * does. Undefined for a ground that isn't dark.
 */
export function lightGround(colour: Colour): Colour | undefined {
	if (colour.lightness >= 0.45) return undefined;
	const saturation = Math.min(colour.saturation, 0.2);
	return { ...colour, saturation, lightness: 1 - Math.max(0, colour.lightness - 0.05) * 0.25 };
}

/** Light text as dark text: the lightest becomes the darkest, what was dimmed stays dimmed, and readable. */
export function lightInk(colour: Colour): Colour | undefined {
	if (colour.lightness <= 0.5) return undefined;
	// A colour that means something, such as the green of "all is well", keeps its hue.
	if (colour.saturation > 0.35 && colour.lightness < 0.85)
		return { ...colour, saturation: 0.6, lightness: 0.32 };
	const saturation = Math.min(colour.saturation, 0.15);
	return { ...colour, saturation, lightness: 0.13 + (1 - colour.lightness) * 0.6 };
}

/** A line for a dark ground as one for a light ground; undefined when it is light already. */
export function lightLine(colour: Colour): Colour | undefined {
	if (colour.lightness >= 0.6) return undefined;
	return { ...colour, saturation: colour.saturation / 3, lightness: 0.86 };
}
