import fc from "fast-check";
import { expect, test } from "vitest";
import { claimId } from "./claim-id.ts";

test("an id is cl_ and 16 hex digits, the same each time", () => {
	const identity = { entity: "acme", kind: "priority", claim: "acme comes first" };
	expect(claimId(identity)).toMatch(/^cl_[0-9a-f]{16}$/);
	expect(claimId(identity)).toBe(claimId({ ...identity }));
});

test.each([
	["parts that run into each other", ["ab", "fact", "c"], ["a", "fact", "bc"]],
	["a separator inside a part", ["a|b", "fact", "c"], ["a", "fact", "b|c"]],
	["quotes and commas", ['a","fact","b', "fact", "c"], ["a", "fact", 'b","fact","c']],
	["case", ["Acme", "fact", "c"], ["acme", "fact", "c"]],
	["composition", ["\u00e9", "fact", "c"], ["e\u0301", "fact", "c"]],
	["white space", ["acme ", "fact", "c"], ["acme", "fact", "c"]],
])("%s make another claim", (_name, [a = "", b = "", c = ""], [d = "", e = "", f = ""]) =>
	expect(claimId({ entity: a, kind: b, claim: c })).not.toBe(claimId({ entity: d, kind: e, claim: f })),
);

test("different identities have different ids", () => {
	const part = fc.string({ unit: "binary", maxLength: 4 });
	fc.assert(
		fc.property(part, part, part, part, (a, b, c, d) => {
			const same = a === c && b === d;
			const one = claimId({ entity: a, kind: "fact", claim: b });
			expect(one === claimId({ entity: c, kind: "fact", claim: d })).toBe(same);
		}),
	);
});
