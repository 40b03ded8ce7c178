import { expect, test } from "vitest";
import { relevantHits } from "./relevant-hits.ts";

const hit = (id: string, score: number, words: number, heaviest: number) => ({ id, score, words, heaviest });

test.each([
	[
		"keeps what is nearly as good as the best",
		[hit("a", 10, 2, 1), hit("b", 4, 2, 1), hit("c", 3, 2, 1)],
		8,
		["a", "b"],
	],
	[
		"wants two words of a long prompt, or the name",
		[hit("a", 10, 1, 1), hit("b", 9, 1, 2), hit("c", 8, 2, 1)],
		8,
		["b", "c"],
	],
	["takes one word of a short prompt", [hit("a", 10, 1, 1)], 2, ["a"]],
	["but not one that only explains an argument", [hit("a", 10, 1, 0.25)], 2, []],
	["has nothing where nothing was found", [], 3, []],
] as const)("%s", (_rule, hits, words, kept) => {
	expect(relevantHits(hits, words).map(({ id }) => id)).toEqual(kept);
});
