const ROOT = /:root\s*\{([^}]*)\}/g;
const DEEPEST = 5;

/** Puts the custom properties of `:root` in the places where a style sheet uses them; those given come first. */
export function resolveVariables(css: string, given: Readonly<Record<string, string>> = {}): string {
	const values = new Map(Object.entries(given));
	const rest = css.replace(ROOT, (_rule, declarations: string) => {
		for (const [, name = "", value = ""] of declarations.matchAll(/(--[\w-]+):\s*([^;]+);/g))
			values.set(name, value);
		return "";
	});
	return replaceUses(rest, values, DEEPEST);
}

function replaceUses(css: string, values: ReadonlyMap<string, string>, depth: number): string {
	if (depth === 0) return css;
	return css.replace(/var\((--[\w-]+)\)/g, (use, name: string) => {
		const value = values.get(name);
		return value === undefined ? use : replaceUses(value, values, depth - 1);
	});
}
