import { describe, expect, test } from "vitest";
import * as z from "zod";
import { claimInput, faultyFields, NEW_CLAIM, parsePercent, readClaimFields } from "./claim-form.ts";

describe("percent", () => {
	test.each([
		["0", 0],
		["100", 1],
		["57", 0.57],
		["12.5", 0.125],
		["12,5", 0.125],
		["0.1", 0.001],
	])("%s are %f", (text, part) => {
		expect(parsePercent(text)).toBe(part);
	});

	test.each(["", "101", "-1", "1e2", "0x10", "NaN", "Infinity", "1 0", "٥٠"])("%j are none", (text) => {
		expect(parsePercent(text)).toBeUndefined();
	});
});

describe("the form of a claim", () => {
	test("takes a line of evidence as one, and leaves empty ones out", () => {
		const fields = readClaimFields({ ...NEW_CLAIM, evidence: " one \r\n\r\ntwo\r\n" });
		expect(claimInput(fields).evidence).toEqual(["one", "two"]);
	});

	test("that lacks its fields gives what the operation refuses", () => {
		expect(claimInput(readClaimFields({}))).toMatchObject({ claim: "", entity: "", confidence: undefined });
		expect(readClaimFields({ claim: ["a", "b"] }).claim).toBe("");
	});

	test.each([
		["", null],
		["3", 3],
		["0", "0"],
		["1.5", "1.5"],
		["99999999999", "99999999999"],
	])("takes the rank %j as %j", (typed, rank) => {
		expect(claimInput({ ...NEW_CLAIM, assertedRank: typed }).assertedRank).toBe(rank);
	});

	test("that can't be taken tells all fields that are wrong, in the form's order", () => {
		const schema = z.object({
			evidence: z.array(z.string().max(3)),
			claim: z.string().min(1),
			other: z.string(),
		});
		expect(faultyFields(schema, { evidence: ["long", "long"], claim: "" })).toEqual(["claim", "evidence"]);
		expect(faultyFields(schema, { evidence: [], claim: "x", other: "" })).toEqual([]);
	});
});
