import { CairnError } from "@cairn/kernel";

/** Deeper than any argument; a caller's JSON must not use up the stack. */
const MAX_DEPTH = 50;
/** What the texts of one step may have after their variables were put in, characters. */
const MAX_CHARACTERS = 8 * 1024 * 1024;
/** `$${` is a literal `${`. */
const PLACE = /\$\$\{|\$\{([^}]*)\}/g;
const ALONE = /^\$\{([^}]*)\}$/;

export type Variables = ReadonlyMap<string, unknown>;

/** The names of all variables that a value uses, in order of appearance. */
export function variablesIn(value: unknown): ReadonlySet<string> {
	const names = new Set<string>();
	mapTexts(value, (text) => {
		for (const [, name] of text.matchAll(PLACE)) if (name !== undefined) names.add(name);
		return text;
	});
	return names;
}

/**
 * Puts variables in the place of `${name}` in all texts of a value, also nested ones; not in keys. A text that is nothing
 * but one variable becomes its value, whatever its type; within a text a variable is written out, as JSON when it isn't a
 * text itself. What a variable holds is not looked at again.
 * @throws CairnError `invalid_input` for a variable that there isn't, `too_large` for what would grow too long.
 */
export function interpolate(value: unknown, variables: Variables): unknown {
	let room = MAX_CHARACTERS;
	const spend = (text: string): string => {
		room -= text.length;
		if (room < 0)
			throw new CairnError(
				"too_large",
				"With its variables put in, the step's input is too long; pass a file's path.",
			);
		return text;
	};
	return mapTexts(value, (text) => {
		const alone = ALONE.exec(text)?.[1];
		if (alone !== undefined) return lookUp(alone, variables);
		return spend(text).replace(PLACE, (place, name?: string) =>
			name === undefined ? place.slice(1) : spend(asText(lookUp(name, variables))),
		);
	});
}

function lookUp(name: string, variables: Variables): unknown {
	if (variables.has(name)) return variables.get(name);
	throw unknownVariable(name, variables.keys());
}

/** The error for a variable that no earlier step sets. */
export function unknownVariable(name: string, known: Iterable<string>): CairnError {
	const names = [...known].join(", ");
	const there =
		names === "" ? "no earlier step sets one (outputs_as does that)" : `earlier steps set ${names}`;
	return new CairnError(
		"invalid_input",
		`There is no variable "${name.slice(0, 100)}"; ${there}. Write $\${ for a literal \${.`,
		{
			variable: name.slice(0, 100),
		},
	);
}

function asText(value: unknown): string {
	return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

function mapTexts(value: unknown, change: (text: string) => unknown, depth = 0): unknown {
	if (depth > MAX_DEPTH) throw new CairnError("invalid_input", "The step's inputs are nested too deeply.");
	if (typeof value === "string") return change(value);
	if (Array.isArray(value)) return value.map((item) => mapTexts(item, change, depth + 1));
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, member]) => [key, mapTexts(member, change, depth + 1)]),
	);
}
