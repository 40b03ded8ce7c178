import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { commonPrefixLength, commonSuffixLength } from "./common-ends.ts";

describe("what two texts have in common", () => {
	test.each([
		["nothing", "abc", "xyz", 0, 0],
		["their start", "abx", "aby", 2, 0],
		["their end", "xab", "yab", 0, 2],
		["both", "abxcd", "abyzcd", 2, 2],
		["all of one, at both ends", "aa", "aaa", 2, 2],
		["all", "abc", "abc", 3, 3],
		["nothing with an empty text", "", "abc", 0, 0],
	])("is %s", (_, a, b, prefix, suffix) => {
		expect([commonPrefixLength(a, b), commonSuffixLength(a, b)]).toEqual([prefix, suffix]);
	});

	test("is right of any texts", () => {
		const text = fc.string({ unit: fc.constantFrom("a", "b", "é", "\n", "🙂"), maxLength: 60 });
		fc.assert(
			fc.property(text, text, text, text, (start, a, b, end) => {
				const [one, other] = [start + a + end, start + b + end];
				expect(commonPrefixLength(one, other)).toBe(countCommon(one.split(""), other.split("")));
				expect(commonSuffixLength(one, other)).toBe(
					countCommon(one.split("").reverse(), other.split("").reverse()),
				);
			}),
		);
	});
});

function countCommon(a: readonly string[], b: readonly string[]): number {
	const differing = a.findIndex((character, index) => character !== b[index]);
	return differing === -1 ? a.length : differing;
}
