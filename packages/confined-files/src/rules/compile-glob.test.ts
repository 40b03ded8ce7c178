import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ConfigError } from "../config-error.ts";
import { compileGlob } from "./compile-glob.ts";

const PAIRS: ReadonlyArray<readonly [pattern: string, path: string, matches: boolean]> = [
	// * stays within a segment.
	["*", "a", true],
	["*", "a/b", false],
	["*", ".env", true],
	["*", "...", true],
	["*", "new\nline", true],
	["*.md", "a.md", true],
	["*.md", ".md", true],
	["*.md", "a.mdx", false],
	["*.md", "docs/a.md", false],
	["docs/*", "docs/a", true],
	["docs/*", "docs/a/b", false],
	["docs/*", "docs/.hidden", true],
	["a*c", "ac", true],
	["a*c", "abbc", true],
	["a*c", "a/c", false],
	["*/*", "a/b", true],
	["*/*", "a", false],
	["a*b*c", "aXbYc", true],
	// ? is one character of a segment.
	["?", "a", true],
	["?", "ab", false],
	["?", ".", true],
	["?", "ä", true],
	["?", "😀", true],
	["??", "😀", false],
	["a?c", "abc", true],
	["a?c", "a/c", false],
	["a?c", "ac", false],
	["?.md", "..md", true],
	["?*", "a", true],
	// ** goes across segments, none as well.
	["**", "a", true],
	["**", "a/b/c", true],
	["**", ".git/config", true],
	["**", "a/new\nline/b", true],
	["lib/**", "lib/a.ts", true],
	["lib/**", "lib/deep/a.ts", true],
	["lib/**", "lib/.a", true],
	["lib/**", "lib", false],
	["lib/**", "library/a.ts", false],
	["lib/**", "src/lib/a.ts", false],
	["**/a", "a", true],
	["**/a", "x/a", true],
	["**/a", "x/y/a", true],
	["**/a", "xa", false],
	["**/*.ts", "a.ts", true],
	["**/*.ts", "x/.a.ts", true],
	["**/*.ts", "x/a.tsx", false],
	["a/**/b", "a/b", true],
	["a/**/b", "a/x/b", true],
	["a/**/b", "a/x/y/b", true],
	["a/**/b", "ab", false],
	["**/secrets/**", "secrets/key", true],
	["**/secrets/**", "x/secrets/y/key", true],
	["**/secrets/**", "secrets", false],
	["**/**", "a/b", true],
	["**/.git/**", "x/.git/config", true],
	// Stars that are not a whole segment are stars.
	["a**", "ab", true],
	["a**", "a/b", false],
	["**a", "x/a", false],
	["***", "a", true],
	["***", "a/b", false],
	// Every other character stands for itself.
	["[a]", "[a]", true],
	["[a]", "a", false],
	["[!a]", "b", false],
	["{a,b}", "{a,b}", true],
	["{a,b}", "a", false],
	["{1..3}", "2", false],
	["!a", "!a", true],
	["!a", "b", false],
	["a!b", "a!b", true],
	["!(a)", "!(a)", true],
	["!(a)", "b", false],
	["@(a|b)", "@(a|b)", true],
	["@(a|b)", "a", false],
	["+(a)", "+(a)", true],
	["+(a)", "aa", false],
	["a+", "a+", true],
	["a+", "aa", false],
	["(a)", "(a)", true],
	["(a)", "a", false],
	["a|b", "a|b", true],
	["a|b", "a", false],
	["a.c", "abc", false],
	["$^", "$^", true],
	["#a", "#a", true],
	["~a", "~a", true],
	["a\\*", "a*", false],
	['"a"', '"a"', true],
	['"a"', "a", false],
	["a,b-c&d=e`f<g>h", "a,b-c&d=e`f<g>h", true],
	["\\d", "7", false],
	// Case and Unicode forms are different names.
	["a", "A", false],
	["*.MD", "a.md", false],
	["caf\u00e9", "caf\u00e9", true],
	["caf\u00e9", "cafe\u0301", false],
	["日本/*", "日本/語", true],
	["😀*", "😀x", true],
	["-", "-", true],
];

describe("a pattern", () => {
	test.each(PAIRS)("%j on %j: %s", (pattern, path, matches) => {
		expect(compileGlob(pattern)(path)).toBe(matches);
	});

	/** The grammar itself, in the plainest way: a second opinion on picomatch. */
	function matchSegments(pattern: readonly string[], path: readonly string[]): boolean {
		const [head, ...rest] = pattern;
		if (head === undefined) return path.length === 0;
		if (head === "**") {
			const atLeast = rest.length === 0 ? 1 : 0;
			return (
				path.some((_, index) => index >= 0 && matchTail(rest, path, index, atLeast)) ||
				matchTail(rest, path, path.length, atLeast)
			);
		}
		const [first, ...others] = path;
		return first !== undefined && matchSegment([...head], [...first]) && matchSegments(rest, others);
	}

	function matchTail(
		rest: readonly string[],
		path: readonly string[],
		index: number,
		atLeast: number,
	): boolean {
		if (rest.length > 0) return matchSegments(rest, path.slice(index));
		return index === path.length && path.length >= atLeast;
	}

	function matchSegment(pattern: readonly string[], text: readonly string[]): boolean {
		const [head, ...rest] = pattern;
		if (head === undefined) return text.length === 0;
		if (head === "*")
			return matchSegment(rest, text) || (text.length > 0 && matchSegment(pattern, text.slice(1)));
		const [first, ...others] = text;
		return first !== undefined && (head === "?" || head === first) && matchSegment(rest, others);
	}

	const character = fc.constantFrom(..."ab.*?[]{}!()+@|,-#\"'^$\\~ \n", "ä", "😀");
	const isName = (segment: string) => segment !== "" && segment !== "." && segment !== "..";
	const pathSegment = fc.string({ unit: character, minLength: 1, maxLength: 4 }).filter(isName);
	const patternSegment = fc.oneof(
		{ weight: 1, arbitrary: fc.constant("**") },
		{ weight: 3, arbitrary: pathSegment },
	);
	const join = (segments: string[]) => segments.join("/");
	const paths = fc.array(pathSegment, { minLength: 1, maxLength: 6 }).map(join);
	const patterns = fc.array(patternSegment, { minLength: 1, maxLength: 6 }).map(join);

	test("means what its grammar says, whatever it is made of", () => {
		fc.assert(
			fc.property(patterns, paths, (pattern, path) => {
				expect(compileGlob(pattern)(path)).toBe(matchSegments(pattern.split("/"), path.split("/")));
			}),
			{ numRuns: 1_000 },
		);
	});

	test("means the same where few letters and many wildcards give it many ways to match", () => {
		const letters = (from: string[], maxLength: number) =>
			fc.string({ unit: fc.constantFrom(...from), minLength: 1, maxLength });
		const few = fc.array(letters(["a", "b"], 6), { minLength: 1, maxLength: 6 }).map(join);
		const many = fc.array(fc.oneof(fc.constant("**"), letters(["a", "b", "*", "?"], 5)), {
			minLength: 1,
			maxLength: 6,
		});
		fc.assert(
			fc.property(many, few, (segments, path) => {
				expect(compileGlob(segments.join("/"))(path)).toBe(matchSegments(segments, path.split("/")));
			}),
			{ numRuns: 3_000 },
		);
	});

	// Tried in every way that they could match, these would take hours; the limit of a test tells it.
	test.each([
		["*-*-*-*-*-*.md", "-".repeat(1_024)],
		["*?*?*?*?*?*?*b", "a".repeat(1_024)],
		["**/a/**/a/**/a/**/a/**/a/**/b", `${"a/".repeat(511)}a`],
		["**/*a*a*a*/**/*a*a*a*/**/b", "aaaaaaa/".repeat(127)],
		["*/**/a*/**/*/**/?/**/*a/b", `${"a/".repeat(511)}a`],
	])("%j gives up on a path as long as may be", (pattern, path) => {
		expect(compileGlob(pattern)(path)).toBe(false);
	});

	test("without a wildcard matches itself alone", () => {
		const literal = paths.filter((path) => !/[*?]/.test(path));
		fc.assert(fc.property(literal, (path) => compileGlob(path)(path)));
	});
});

describe("a pattern that no path can match is refused", () => {
	test.each(["", "/a", "a/", "a//b", "./a", "a/../b", "..", "x".repeat(1_025), "\ud800"])("%j", (pattern) => {
		expect(() => compileGlob(pattern)).toThrow(ConfigError);
	});
});
