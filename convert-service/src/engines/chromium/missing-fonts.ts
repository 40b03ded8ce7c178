import { type Warning, warning } from "../../warning.ts";

/** A warning has no room for more. */
const MOST_NAMED = 5;

/**
 * In the page: the first family of each list of fonts none of which is there. A list that ends in a general family, such as
 * `sans-serif`, is left out: whoever wrote it has said what may stand in. A family is there when text set in it, with another
 * to fall back on, is not as wide as in the other alone; so what stands in for Arial, and fonts of the page, count.
 */
export const MISSING_FONTS = `(() => {
	const general = /(^|,)\\s*(serif|sans-serif|monospace|cursive|fantasy|system-ui|math|emoji|ui-[a-z-]+|-webkit-[a-z-]+|"Times New Roman")\\s*(,|$)/i;
	const lists = new Set();
	for (const element of Array.from(document.querySelectorAll("body, body *")).slice(0, 3000)) {
		const { fontFamily } = getComputedStyle(element);
		if (!general.test(fontFamily)) lists.add(fontFamily);
	}
	if (lists.size === 0) return [];
	const canvas = document.createElement("canvas").getContext("2d");
	const width = (font) => {
		canvas.font = "72px " + font;
		return canvas.measureText("mmmmmmmmmmlliWQ10").width;
	};
	const isThere = (family) => ["monospace", "serif"].some((other) => width(family + ", " + other) !== width(other));
	const families = [...lists].map((list) => list.match(/"[^"]*"|[^,"\\s][^,"]*/g) ?? []);
	const missing = families.filter((names) => !names.some(isThere)).map(([name = ""]) => name.replaceAll('"', ""));
	return [...new Set(missing)].slice(0, 100);
})()`;

/** What that answers, as a warning; the page answers for itself, and may answer anything. */
export function missingFontsWarning(answer: unknown): Warning[] {
	const names = Array.isArray(answer) ? answer.filter(isPlausible) : [];
	if (names.length === 0) return [];
	const shown = names.slice(0, MOST_NAMED);
	const rest = names.length > shown.length ? ` and ${names.length - shown.length} more` : "";
	const list = shown.join(", ");
	return [warning("fonts", `fonts that are not installed were substituted: ${list}${rest}`, list)];
}

const isPlausible = (name: unknown): name is string =>
	typeof name === "string" && /^[\p{L}\p{N}][\p{L}\p{N} ._&'+-]{0,60}$/u.test(name);
