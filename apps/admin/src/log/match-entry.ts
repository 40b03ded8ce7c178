import { foldText } from "./fold-text.ts";
import type { SearchTerm } from "./search-terms.ts";
import { textPattern } from "./text-pattern.ts";

export type EntryMatcher = (entry: string) => boolean;

/** Tells whether an entry holds all terms, and none of those that are excluded. */
export function matchEntries(terms: readonly SearchTerm[]): EntryMatcher {
	const tests = terms.map(testOf);
	return (entry) => {
		const folded = foldText(entry);
		return tests.every((holds) => holds(entry, folded));
	};
}

/** What finds the terms in an entry that holds them, to set them off; undefined where nothing is to be found. */
export function foundPattern(terms: readonly SearchTerm[]): RegExp | undefined {
	const texts = terms.filter(({ excluded }) => !excluded).map(({ text, field }) => field?.value ?? text);
	return texts.length === 0 ? undefined : textPattern(texts, "g");
}

/** Objects in objects are looked into so deep: an entry may be nested deeper than the program can go. */
const DEEPEST = 8;

function testOf({ text, field, excluded }: SearchTerm): (entry: string, folded: string) => boolean {
	const wanted = foldText(text);
	const holdsField = field === undefined ? undefined : fieldTest(field);
	return (entry, folded) => (folded.includes(wanted) || holdsField?.(entry) === true) !== excluded;
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
function membersOf(value: unknown, before = "", depth = 1): [name: string, content: unknown][] {
	if (typeof value !== "object" || value === null || Array.isArray(value) || depth > DEEPEST) return [];
	return Object.entries(value).flatMap(([name, content]): [string, unknown][] => [
		[`${before}${name}`, content],
		...membersOf(content, `${before}${name}.`, depth + 1),
	]);
}

/** A single value, or those of a list, as they are shown. */
function scalarsOf(content: unknown): string[] {
	const values: unknown[] = Array.isArray(content) ? content : [content];
	return values.flatMap((value) => (typeof value === "object" && value !== null ? [] : [String(value)]));
}

function wholly(text: string): (other: string) => boolean {
	const wanted = foldText(text);
	return (other) => foldText(other) === wanted;
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
