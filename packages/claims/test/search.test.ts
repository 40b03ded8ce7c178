import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { foldCase } from "../src/search/fold-case.ts";
import { aClaim, type ClaimAnswer, openClaims, type Way } from "./open-claims.ts";

const WAYS: Way[] = ["local", "remote"];

describe.each(WAYS)("search, %s", (way) => {
	test.each([
		["äpfel", "Äpfel sind rot", true],
		["ÄPFEL", "A\u0308pfel sind rot", true],
		["STRASSE", "Hauptstraße 1", true],
		["fine", "a ﬁne day", true],
		["ΟΔΟΣ", "ὁ οδος", true],
		["i", "İ", true],
		["東京", "株式会社東京", true],
		["京", "株式会社東京", true],
		["京東", "株式会社東京", false],
		["o", "ö", false],
		["50%", "up by 50%", true],
		["%", "nothing", false],
		["_", "a_b", true],
		["a_c", "abc", false],
		["\\", "a\\b", true],
		['" OR 1', 'say " OR 1 = 1', true],
		["a b", "a  b", false],
		["line\nbreak", "a line\nbreak", true],
		["😀", "a 😀 face", true],
		["", "anything", true],
	])("%j in %j: %s", async (query, claim, isFound) => {
		await using claims = await openClaims(way);
		await claims.call("claim_add", aClaim({ claim, entity: "zz" }));
		expect(await claims.call("claim_search", { query })).toHaveLength(isFound ? 1 : 0);
	});

	test("finds entities as well, but nothing across entity and text", async () => {
		await using claims = await openClaims(way);
		await claims.call("claim_add", aClaim({ entity: "Acme GmbH", claim: "comes first" }));
		expect(await claims.call("claim_search", { query: "gmbh" })).toHaveLength(1);
		expect(await claims.call("claim_search", { query: "gmbhcomes" })).toEqual([]);
		expect(await claims.call("claim_search", { query: "gmbh comes" })).toEqual([]);
	});

	test("answers by entity, kind and claim, in the order of their UTF-8 bytes", async () => {
		await using claims = await openClaims(way);
		for (const [entity, kind, claim] of [
			["b", "fact", "x"],
			["\u{10000}", "fact", "x"],
			["\uffee", "fact", "x"],
			["a", "status", "x"],
			["a", "fact", "x2"],
			["a", "fact", "x1"],
			["B", "fact", "x"],
		])
			await claims.call("claim_add", aClaim({ entity, kind, claim }));
		const found = await claims.call<ClaimAnswer[]>("claim_search", { query: "X" });
		expect(found.map(({ entity, kind, claim }) => `${entity} ${kind} ${claim}`)).toEqual([
			"B fact x",
			"a fact x1",
			"a fact x2",
			"a status x",
			"b fact x",
			"\uffee fact x",
			"\u{10000} fact x",
		]);
		const pages = await claims.pages<ClaimAnswer>("claim_search", { query: "X", limit: 3 });
		expect(pages.map(({ items }) => items.length)).toEqual([3, 3, 1]);
		expect(pages.flatMap(({ items }) => items)).toEqual(found);
	});

	test("a cursor leads on in its own search alone", async () => {
		await using claims = await openClaims(way);
		for (const claim of ["x1", "x2"]) await claims.call("claim_add", aClaim({ claim }));
		const cursor = "WyIwMDAwMDAwMCIsMV0";
		const error = await claims.fail("claim_search", { query: "x", limit: 1, cursor });
		expect(error).toMatchObject({ code: "invalid_input", message: expect.stringContaining("cursor") });
	});
});

/** Few letters, so that they meet: among them some that fold to several, compose, or stand beyond the first plane. */
const text = fc
	.array(
		fc.constantFrom("a", "A", "ä", "a\u0308", "ß", "S", "İ", "ﬁ", "%", "_", "\\", " ", "京", "𐐀", '"', "*"),
		{
			minLength: 1,
			maxLength: 8,
		},
	)
	.map((letters) => letters.join(""));

test("search finds what a plain look at every folded text finds", async () => {
	const query = fc.oneof(text, fc.constantFrom("a", "s", "ss", "fi", "京", "i\u0307"));
	await fc.assert(
		fc.asyncProperty(fc.array(fc.tuple(text, text), { maxLength: 8 }), query, async (added, query) => {
			await using claims = await openClaims();
			for (const [entity, claim] of added) await claims.call("claim_add", aClaim({ entity, claim }));
			const all = await claims.call<ClaimAnswer[]>("claims_list");
			const expected = all.filter((one) =>
				[one.entity, one.claim].some((part) => foldCase(part).includes(foldCase(query))),
			);
			expect(await claims.call("claim_search", { query })).toEqual(expected);
		}),
		{ numRuns: 60 },
	);
});

test("where many claims match, pages are those of a plain look as well", async () => {
	await using claims = await openClaims();
	const COUNT = 5_500;
	await claims.store.transaction(async (sql) => {
		await sql.run(
			`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
			 INSERT INTO claims (id, kind, volatility, confidence, state, created_at, updated_at, decays_from, asserted_by, source,
			 entity, claim, evidence, entity_folded, claim_folded)
			 SELECT 'cl_' || i, 'fact', 'slow', 1, 'active', 1, 1, 1, '', 'declared', 'e' || (i % 7), 'needle ' || i, '[]',
			 'e' || (i % 7), 'needle ' || i FROM n`,
			COUNT,
		);
		const index =
			sql.dialect.database === "sqlite"
				? "INSERT INTO claim_grams (rowid, grams) SELECT seq, '6e 6ez65 6ez65z65' FROM claims"
				: "INSERT INTO claim_grams (claim_seq, grams) SELECT seq, '{n,ne,nee}' FROM claims";
		await sql.run(index);
	});
	for (const query of ["n", "NE", "nee"]) {
		const pages = await claims.pages<ClaimAnswer>("claim_search", { query, limit: 500 });
		const found = pages.flatMap(({ items }) => items);
		expect(found).toHaveLength(COUNT);
		expect(new Set(found.map(({ id }) => id)).size).toBe(COUNT);
		expect(found[0]?.entity).toBe("e0");
	}
});
