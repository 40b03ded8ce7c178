import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createSelector } from "./create-selector.ts";

const select = (include: string[], exclude: string[] = []) => createSelector({ include, exclude });

describe("what is served", () => {
	test.each([
		[["**"], [], "a/b", true],
		[[], [], "a", false],
		[["lib/**"], [], "lib/a", true],
		[["lib/**"], [], "docs/a", false],
		[["*.md", "lib/**"], [], "a.md", true],
		[["**"], ["*.secret"], "a.secret", false],
		[["**"], ["*.secret"], "x/a.secret", true],
		[["**"], ["**/secrets/**"], "x/secrets/key", false],
		[["**"], ["node_modules"], "node_modules/a/b", false],
		[["**"], ["a/b"], "a/b/c/d", false],
		[["**"], ["a/b"], "a/bc", true],
		[["**"], ["**"], "a", false],
		[["**"], ["**"], "a/b", false],
	])("include %j, exclude %j: %s %s", (include, exclude, path, selects) => {
		expect(select(include, exclude).selects(path)).toBe(selects);
	});
});

describe("a directory is entered only where something in it could be served", () => {
	test.each([
		[["**"], [], "a", true],
		[["lib/**"], [], "lib", true],
		[["lib/**"], [], "lib/deep/er", true],
		[["lib/**"], [], "docs", false],
		[["a/b/*.md"], [], "a", true],
		[["a/b/*.md"], [], "a/b", true],
		[["a/b/*.md"], [], "a/b/c", false],
		[["a/b/*.md"], [], "a/c", false],
		[["*.md"], [], "a", false],
		[["*/x"], [], "anything", true],
		[["a/**/b"], [], "a/x/y", true],
		[["**"], ["secrets/**"], "secrets", false],
		[["**"], ["secrets/**"], "secrets2", true],
		[["**"], ["**/secrets/**"], "x/secrets", false],
		[["**"], ["secrets"], "secrets/deep", false],
		[["**"], ["secrets/*"], "secrets", true],
		[["**"], ["**"], "a", false],
	])("include %j, exclude %j: %s %s", (include, exclude, directory, mayHold) => {
		expect(select(include, exclude).mayHold(directory)).toBe(mayHold);
	});

	test("and so in each directory above what is served", () => {
		const segment = fc.constantFrom("a", "b", "*", "?", "**", "a*");
		const pattern = fc.array(segment, { minLength: 1, maxLength: 4 }).map((segments) => segments.join("/"));
		const steps = fc.tuple(fc.constantFrom("a", "b", "ab"), fc.constantFrom("name", "*", "**"));
		const served = fc.array(steps, { minLength: 1, maxLength: 4 }).map((pairs) => ({
			segments: pairs.map(([name]) => name),
			pattern: pairs.map(([name, by]) => (by === "name" ? name : by)).join("/"),
		}));
		fc.assert(
			fc.property(
				served,
				fc.array(pattern, { maxLength: 1 }),
				fc.array(pattern, { maxLength: 1 }),
				({ segments, pattern: own }, others, exclude) => {
					const selector = select([...others, own], exclude);
					fc.pre(selector.selects(segments.join("/")));
					for (let depth = 1; depth < segments.length; depth++) {
						expect(selector.mayHold(segments.slice(0, depth).join("/"))).toBe(true);
					}
				},
			),
			{ numRuns: 1_000 },
		);
	});
});

describe("the root itself is reached", () => {
	test.each([
		["**", true],
		["*.md", true],
		["**/*.md", true],
		["**/**", true],
		["lib/**", false],
		["**/a/**", false],
		["*/*", false],
		["a/b", false],
	])("by %s: %s", (pattern, reaches) => {
		expect(select([pattern]).reachesRoot).toBe(reaches);
	});
});
