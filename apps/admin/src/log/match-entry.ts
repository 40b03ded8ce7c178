import type { SearchTerm } from "./search-terms.ts";
import { textPattern } from "./text-pattern.ts";

export type EntryMatcher = (entry: string) => boolean;

/** Tells whether an entry holds all terms, and none of those that are excluded. */
export function matchEntries(terms: readonly SearchTerm[]): EntryMatcher {
	const tests = terms.map(testOf);
	return (entry) => tests.every((holds) => holds(entry));
}

/** What finds the terms in an entry that holds them, to set them off; undefined where nothing is to be found. */
export function foundPattern(terms: readonly SearchTerm[]): RegExp | undefined {
	const texts = terms.filter(({ excluded }) => !excluded).map(({ text, field }) => field?.value ?? text);
	return texts.length === 0 ? undefined : textPattern(texts, "g");
}

function testOf({ text, field, excluded }: SearchTerm): EntryMatcher {
	const pattern = textPattern([text]);
	const holdsText = (entry: string) => pattern.test(entry) || pattern.test(entry.normalize("NFC"));
	const holdsField = field === undefined ? undefined : fieldTest(field);
	return (entry) => (holdsText(entry) || holdsField?.(entry) === true) !== excluded;
}

function fieldTest({ name, value }: NonNullable<SearchTerm["field"]>): EntryMatcher {
	const isName = wholly(name);
	const isValue = wholly(value);
	return (entry) => {
		if (!entry.trimStart().startsWith("{")) return false;
		return membersOf(parseJson(entry)).some(
			([member, content]) => isName(member) && scalarsOf(content).some(isValue),
		);
	};
}

/** The members of an object, and those of the objects in it by the names that lead there, as in `http.status`. */
function membersOf(value: unknown, before = ""): [name: string, content: unknown][] {
	if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
	return Object.entries(value).flatMap(([name, content]): [string, unknown][] => [
		[`${before}${name}`, content],
		...membersOf(content, `${before}${name}.`),
	]);
}

/** A single value, or those of a list, as they are shown. */
function scalarsOf(content: unknown): string[] {
	const values: unknown[] = Array.isArray(content) ? content : [content];
	return values.flatMap((value) => (typeof value === "object" && value !== null ? [] : [String(value)]));
}

function wholly(text: string): (other: string) => boolean {
	const pattern = textPattern([text], "y");
	return (other) => {
		pattern.lastIndex = 0;
		const composed = other.normalize("NFC");
		return pattern.exec(composed)?.[0].length === composed.length;
	};
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
