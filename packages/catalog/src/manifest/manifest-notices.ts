import { printable } from "../script-path.ts";
import type { ManifestFault } from "./manifest-fault.ts";
import { MANIFEST_KEYS } from "./manifest-schema.ts";
import { nearestWord } from "./nearest-word.ts";
import type { ValuePath, YamlValues } from "./read-yaml.ts";

/** Further ones say nothing new. */
const MAX_NOTICES = 10;
const KEY_CHARACTERS = 60;
/** A manifest's own keys, which other programs read. */
const FOREIGN = /^x[-_]/;

/**
 * What of a manifest that can be used is likely a mistake: keys that nobody reads, unless they begin with `x-` or `x_`,
 * and a missing description. So are characters in descriptions that agents read and people don't see.
 */
export function manifestNotices(yaml: YamlValues): readonly ManifestFault[] {
	const root = mapOf(yaml.value);
	const notices = [
		...missingDescription(root, yaml),
		...hiddenCharacters(root, { path: [], yaml }),
		...unknownKeys(root, { path: [], known: MANIFEST_KEYS.manifest, yaml }),
		...entriesOf(root.inputs).flatMap(([name, input]) => [
			...hiddenCharacters(mapOf(input), { path: ["inputs", name], yaml }),
			...unknownKeys(mapOf(input), { path: ["inputs", name], known: MANIFEST_KEYS.input, yaml }),
		]),
		...entriesOf(root.outputs).flatMap(([name, output]) =>
			unknownKeys(mapOf(output), { path: ["outputs", name], known: MANIFEST_KEYS.output, yaml }),
		),
	];
	return notices.slice(0, MAX_NOTICES);
}

function missingDescription({ description }: Values, yaml: YamlValues): ManifestFault[] {
	if (typeof description === "string" && description.trim() !== "") return [];
	const reason = "description is missing, by which agents choose a tool; say what the script does.";
	return [{ ...at(yaml.lineOf(["description"])), reason }];
}

/** Control characters, and what turns the direction of writing or has no width; the joiners of emoji and words stay. */
const HIDDEN = /(?![\t\n\r\u200c\u200d])[\p{Cc}\p{Cf}]/u;

function hiddenCharacters(
	{ description }: Values,
	{ path, yaml }: Pick<Place, "path" | "yaml">,
): ManifestFault[] {
	const [found] = (typeof description === "string" ? HIDDEN.exec(description) : undefined) ?? [];
	if (found === undefined) return [];
	const code = (found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
	const shown = printable([...path, "description"].join("."))
		.slice(0, KEY_CHARACTERS)
		.toWellFormed();
	const reason = `${shown} holds U+${code}, a character that agents read and people don't see; leave it out.`;
	return [{ ...at(yaml.lineOf([...path, "description"])), reason }];
}

interface Place {
	readonly path: ValuePath;
	readonly known: readonly string[];
	readonly yaml: YamlValues;
}

function unknownKeys(values: Values, { path, known, yaml }: Place): ManifestFault[] {
	return Object.keys(values)
		.filter((key) => !known.includes(key) && !FOREIGN.test(key))
		.map((key) => {
			const meant = nearestWord(key, known);
			const shown = printable([...path, key].join("."))
				.slice(0, KEY_CHARACTERS)
				.toWellFormed();
			const advice = meant === undefined ? `known are ${known.join(", ")}.` : `did you mean ${meant}?`;
			return {
				...at(yaml.lineOfKey([...path, key])),
				reason: `The key ${shown} is unknown and does nothing; ${advice}`,
			};
		});
}

function at(line: number | undefined): Pick<ManifestFault, "line"> {
	return line === undefined ? {} : { line };
}

type Values = Readonly<Record<string, unknown>>;

function mapOf(value: unknown): Values {
	return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function entriesOf(value: unknown): [string, unknown][] {
	return Object.entries(mapOf(value));
}
