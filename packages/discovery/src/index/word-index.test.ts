import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { promptTerms } from "../prompt-terms.ts";
import { WordIndex } from "./word-index.ts";

const field = (text: string, weight = 1) => [{ text, weight }];
const ids = (index: WordIndex, prompt: string, limit = 10) =>
	index.search(promptTerms(prompt), limit).map(({ id }) => id);

function indexOf(documents: Readonly<Record<string, string>>): WordIndex {
	const index = new WordIndex();
	for (const [id, text] of Object.entries(documents)) index.put(id, field(text));
	return index;
}

describe("an index of words", () => {
	test("gives the rarer word's document first, and never more than asked for", () => {
		const index = indexOf({ a: "router printer", b: "router garden", c: "router", d: "weather" });
		expect(ids(index, "router garden")).toEqual(["b", "c", "a"]);
		expect(ids(index, "router garden", 1)).toEqual(["b"]);
		expect(ids(index, "heating")).toEqual([]);
	});

	test("puts documents that are equally good in a stable order", () => {
		expect(ids(indexOf({ c: "router", a: "router", b: "router" }), "router")).toEqual(["a", "b", "c"]);
	});

	test("leaves out a word that stands nearly everywhere", () => {
		const index = new WordIndex();
		for (let n = 0; n < 100; n++) index.put(`d${n}`, field(`project number${n}`));
		expect(ids(index, "project number7")).toEqual(["d7"]);
		expect(ids(index, "project")).toEqual([]);
	});

	test("forgets what a document said before", () => {
		const index = indexOf({ a: "router" });
		index.put("a", field("printer"));
		expect([ids(index, "router"), ids(index, "printer"), index.size]).toEqual([[], ["a"], 1]);
		index.remove("a");
		index.remove("a");
		expect([ids(index, "printer"), index.size]).toEqual([[], 0]);
	});

	test("is the same after any changes as one that was made of what is left", () => {
		const words = ["router", "printer", "garden", "weather", "backup", "backups", "server", "文件"];
		const text = fc.array(fc.constantFrom(...words), { maxLength: 4 }).map((chosen) => chosen.join(" "));
		const change = fc.record({ id: fc.constantFrom("a", "b", "c", "d"), text: fc.option(text) });
		fc.assert(
			fc.property(fc.array(change, { maxLength: 20 }), (changes) => {
				const changed = new WordIndex();
				const left: Record<string, string> = {};
				for (const { id, text } of changes) {
					if (text === null) {
						changed.remove(id);
						delete left[id];
					} else {
						changed.put(id, field(text));
						left[id] = text;
					}
				}
				const fresh = indexOf(left);
				for (const word of words) {
					const terms = promptTerms(word);
					const rounded = (index: WordIndex) =>
						index.search(terms, 9).map((hit) => ({ ...hit, score: Number(hit.score.toFixed(6)) }));
					expect(rounded(changed)).toEqual(rounded(fresh));
				}
			}),
		);
	});
});

test("of a pasted text its start and its end are read", () => {
	const prompt = `router ${"a ".repeat(9_000)} middle ${"a ".repeat(9_000)} printer`;
	expect(promptTerms(prompt).map(({ word }) => word)).toEqual(["router", "printer"]);
});
