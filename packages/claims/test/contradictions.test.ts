import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { aClaim, type ClaimAnswer, type ContradictionAnswer, openClaims, type Way } from "./open-claims.ts";
import { weeklyCommits } from "./weekly-commits.ts";

const WAYS: Way[] = ["local", "remote"];

const priority = (entity: string, assertedRank: number, more = {}) =>
	aClaim({ entity, claim: `${entity} is number ${assertedRank}`, kind: "priority", assertedRank, ...more });
const status = (entity: string, claim: string) => aClaim({ entity, claim, kind: "status" });

describe.each(WAYS)("contradictions, %s", (way) => {
	test("two entities at one rank: one item for each claim, naming the entities", async () => {
		await using claims = await openClaims(way);
		const acme = await claims.call<ClaimAnswer>("claim_add", priority("acme", 1));
		const beta = await claims.call<ClaimAnswer>("claim_add", priority("beta", 1));
		await claims.call("claim_add", priority("gamma", 2));
		const detail = "2 entities are given priority rank 1: acme, beta.";
		expect(await claims.call("claims_contradictions")).toEqual([
			{ kind: "duplicate-rank", entity: "acme", claimId: acme.id, severity: 0.6, detail },
			{ kind: "duplicate-rank", entity: "beta", claimId: beta.id, severity: 0.6, detail },
		]);
	});

	test.each<[string, Record<string, unknown>[]]>([
		["one entity says its rank twice", [priority("acme", 1), priority("acme", 1, { claim: "acme leads" })]],
		["different ranks", [priority("acme", 1), priority("beta", 2)]],
		["a rank of another kind", [priority("acme", 1), priority("beta", 1, { kind: "fact" })]],
		["priorities without a rank", [priority("acme", 1), aClaim({ entity: "beta", kind: "priority" })]],
		["one status of each entity", [status("acme", "fine"), status("beta", "late")]],
		["facts", [aClaim(), aClaim({ claim: "acme is last" })]],
	])("%s is none", async (_name, added) => {
		await using claims = await openClaims(way);
		for (const claim of added) await claims.call("claim_add", claim);
		expect(await claims.call("claims_contradictions")).toEqual([]);
	});

	test("several status claims of one entity, until one of them is retracted", async () => {
		await using claims = await openClaims(way);
		const { id } = await claims.call<ClaimAnswer>("claim_add", status("acme", "launching"));
		await claims.call("claim_add", status("acme", "paused"));
		const found = await claims.call<ContradictionAnswer[]>("claims_contradictions");
		expect(found).toHaveLength(2);
		expect(found[0]).toEqual({
			kind: "status-conflict",
			entity: "acme",
			claimId: id,
			severity: 0.5,
			detail: '"acme" has 2 active status claims: "launching", "paused".',
		});
		await claims.call("claim_retract", { id });
		expect(await claims.call("claims_contradictions")).toEqual([]);
	});

	test("most severe first, whatever their kind", async () => {
		await using claims = await openClaims(way);
		for (const claim of [status("x", "a"), status("x", "b"), priority("a", 1), priority("b", 1)])
			await claims.call("claim_add", claim);
		const worse = { signals: [{ a: [9, 9, 9], b: [1, 1, 1] }] };
		const found = await claims.call<ContradictionAnswer[]>("claims_contradictions", { observed: worse });
		expect(found.map(({ kind, severity }) => [kind, severity])).toEqual([
			["rank-drop", 1],
			["duplicate-rank", 0.6],
			["duplicate-rank", 0.6],
			["status-conflict", 0.5],
			["status-conflict", 0.5],
		]);
	});

	test("a real series: commits a week, turned into ranks", async () => {
		await using claims = await openClaims(way);
		await claims.call("claim_add", priority("website", 1));
		await claims.call("claim_add", priority("importer", 2));
		const found = await claims.call<ContradictionAnswer[]>("claims_contradictions", {
			observed: weeklyCommits(),
		});
		// By hand: in weeks 0, 2 and 3 it is ranked 5, 4, 5 by commits and 5, 5, 6 by authors; (6 − 1) / 6 / 1 + 0.4 is above 1.
		expect(found).toEqual([
			{
				kind: "rank-drop",
				entity: "website",
				claimId: expect.any(String),
				severity: 1,
				detail: "Asserted at rank 1, but every signal ranked it 4 to 6 in the 3 latest valid periods.",
			},
		]);
	});

	test.each([
		["a rank of 0", { signals: [{ acme: [0] }] }, "observed.signals.0.acme.0 must be more than 0"],
		["too many signals", { signals: Array(101).fill({}) }, "observed.signals must have at most 100 items"],
		["too many periods", { signals: [{ acme: Array(1_001).fill(1) }] }, "acme must have at most 1000 items"],
		[
			"too many entities",
			{ signals: [ranksOf(10_001)] },
			"observed.signals.0: a signal may rank 10000 entities",
		],
		["no signals", {}, "observed.signals is required"],
		["something else", { signals: [], weights: [] }, 'Unknown argument "weights"'],
	])("observations with %s are refused", async (_name, observed, words) => {
		await using claims = await openClaims(way);
		const error = await claims.fail("claims_contradictions", { observed });
		expect(error.code).toBe("invalid_input");
		expect(error.message).toContain(words);
	});

	test("as much as may be observed is looked at", async () => {
		await using claims = await openClaims(way);
		await claims.call("claim_add", aClaim({ entity: "e7", kind: "priority", assertedRank: 1 }));
		const observed = { signals: [ranksOf(10_000), ...Array(99).fill({ e7: [4, 4, 4] })] };
		const found = await claims.call<ContradictionAnswer[]>("claims_contradictions", { observed });
		expect(found.map(({ kind, entity }) => [kind, entity])).toEqual([["rank-drop", "e7"]]);
	});

	test("a list in pages is the same list, each page saying how many are left", async () => {
		await using claims = await openClaims(way);
		for (let n = 0; n < 4; n++) {
			await claims.call("claim_add", priority(`e${n}`, 1 + (n % 2)));
			await claims.call("claim_add", status("x", `s${n}`));
		}
		const observed = { signals: [{ e0: [6, 6, 6], e3: [9, 9, 9] }] };
		const whole = await claims.call<ContradictionAnswer[]>("claims_contradictions", { observed });
		expect(whole).toHaveLength(10);
		for (const limit of [1, 3, 7]) {
			const pages = await claims.pages("claims_contradictions", { observed, limit });
			expect(pages.flatMap(({ items }) => items)).toEqual(whole);
			let left = whole.length;
			for (const { items, remaining } of pages) {
				left -= items.length;
				expect(remaining ?? 0).toBe(left);
			}
		}
		expect((await claims.fail("claims_contradictions", { cursor: "x" })).message).toContain("cursor");
	});
});

test("what the store finds is what comparing all claims finds", async () => {
	const anyClaim = fc.record({
		entity: fc.constantFrom("a", "b", "ä", "𐐀"),
		claim: fc.constantFrom("x", "y", "z"),
		kind: fc.constantFrom("priority", "status", "fact"),
		assertedRank: fc.constantFrom(null, 1, 2),
		isRetracted: fc.boolean(),
	});
	await fc.assert(
		fc.asyncProperty(fc.array(anyClaim, { maxLength: 12 }), async (added) => {
			await using claims = await openClaims();
			for (const { isRetracted, ...claim } of added) {
				const { id } = await claims.call<ClaimAnswer>("claim_add", aClaim(claim));
				if (isRetracted) await claims.call("claim_retract", { id });
			}
			const all = await claims.call<ClaimAnswer[]>("claims_list");
			const active = all.filter(({ state }) => state === "active");
			const expected = active.filter((one) =>
				active.some((other) =>
					one.kind === "status"
						? other.kind === "status" && other.entity === one.entity && other.id !== one.id
						: one.kind === "priority" &&
							one.assertedRank !== null &&
							other.kind === "priority" &&
							other.assertedRank === one.assertedRank &&
							other.entity !== one.entity,
				),
			);
			const found = await claims.call<ContradictionAnswer[]>("claims_contradictions");
			expect(found.map(({ claimId }) => claimId).sort()).toEqual(expected.map(({ id }) => id).sort());
		}),
		{ numRuns: 25 },
	);
});

/** A signal that ranks so many entities, all badly. */
function ranksOf(entities: number): Record<string, number[]> {
	return Object.fromEntries(Array.from({ length: entities }, (_, index) => [`e${index}`, [9, 9, 9]]));
}
