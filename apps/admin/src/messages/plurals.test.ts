import { expect, test } from "vitest";
import { de } from "./de.ts";
import { en } from "./en.ts";

/** How the English dictionary calls an argument that says how many there are. */
const COUNTS = /^(count|kept|days|shown|seconds|most|room|total|agents|files|logs|gone|tables|fewest)$/;

/** What is right of any number, for it has no plural, or the number is a limit or a sum that is never one. */
const SAME = [
	...["log.arrived", "log.waiting", "live.changed", "activity.andMore", "file.moreReaders", "decay.more"],
	...["manifest.more", "laptops.more", "script.all", "laptops.all", "contradictions.more", "routines.count"],
	...["file.shownLines", "diff.large", "refused.tooLongText", "setup.badPassword", "settings.manyHosts"],
	...["backups.daily", "backups.drillText", "backups.drillTextOfDatabase", "claims.halfLife", "asOf.days"],
	...["tokens.faults.name", "deletion.bytes", "backups.othersOfFile", "backups.othersOfDatabase"],
];

type Text = (...args: unknown[]) => unknown;

/** All texts of a dictionary, by where they stand. */
function* texts(part: unknown, place = ""): Generator<[string, string | Text]> {
	if (typeof part === "string" || typeof part === "function") yield [place, part as string | Text];
	if (typeof part !== "object" || part === null) return;
	for (const [name, inner] of Object.entries(part))
		yield* texts(inner, place === "" ? name : `${place}.${name}`);
}

const english = new Map(texts(en));

/** What a text says of so many; undefined for one that says no number. */
function say(place: string, text: string | Text, count: number): string | undefined {
	if (typeof text === "string")
		return text.includes("{count}") ? text.replace("{count}", String(count)) : undefined;
	const names = /^[^(]*\(([^)]*)\)/.exec(String(english.get(place)))?.[1]?.split(/, */) ?? [];
	if (!names.some((name) => COUNTS.test(name))) return undefined;
	const args = names.map((name) => (COUNTS.test(name) ? count : name === "number" ? String : "x"));
	return String(text(...args));
}

test.each([
	["English", en, []],
	["German", de, ["exactBytes", "charactersHidden", "deletion.tokens"]],
])(
	"what is said of a number in %s differs for one, unless it is right for any",
	(_language, dictionary, more) => {
		const right = new Set([...SAME, ...more]);
		const same: string[] = [];
		for (const [place, text] of texts(dictionary)) {
			const [one, two] = [say(place, text, 1), say(place, text, 2)];
			if (one?.includes("1") && one.replaceAll("1", "2") === two && !right.has(place))
				same.push(`${place}: ${one}`);
		}
		expect(same).toEqual([]);
	},
);
