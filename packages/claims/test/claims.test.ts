import { describe, expect, test } from "vitest";
import { aClaim, type ClaimAnswer, openClaims, type Way } from "./open-claims.ts";

const WAYS: Way[] = ["local", "remote"];
const DAY_MS = 86_400_000;

interface Confirmed {
	readonly ok: boolean;
	readonly claim: ClaimAnswer;
}

interface Decayed {
	readonly claim: ClaimAnswer;
	readonly decayed: number;
	readonly staleness: number;
}

describe.each(WAYS)("claims, %s", (way) => {
	test("a new claim comes back whole", async () => {
		await using claims = await openClaims(way);
		const at = new Date(claims.clock.now()).toISOString();
		const claim = await claims.call("claim_add", aClaim({ kind: "priority", assertedRank: 1 }));
		expect(claim).toEqual({
			id: expect.stringMatching(/^cl_[0-9a-f]{16}$/),
			claim: "acme comes first",
			entity: "acme",
			kind: "priority",
			volatility: "slow",
			confidence: 0.8,
			assertedRank: 1,
			source: "declared",
			evidence: [],
			lastConfirmed: null,
			state: "active",
			createdAt: at,
			updatedAt: at,
		});
		expect(await claims.call("claim_search", { query: "" })).toEqual([claim]);
	});

	test("asserting it again keeps id, birth, confirmation, and the rank, source and evidence that aren't repeated", async () => {
		await using claims = await openClaims(way);
		const first = aClaim({ kind: "priority", assertedRank: 1, source: "plan", evidence: ["commit 1a2b"] });
		const before = await claims.call<ClaimAnswer>("claim_add", first);
		claims.clock.advance(DAY_MS);
		await claims.call("claim_confirm", { id: before.id });
		claims.clock.advance(DAY_MS);
		const again = await claims.call(
			"claim_add",
			aClaim({ kind: "priority", volatility: "volatile", confidence: 0.5 }),
		);
		const now = new Date(claims.clock.now()).toISOString();
		const changed = { volatility: "volatile", confidence: 0.5, lastConfirmed: now, updatedAt: now };
		expect(again).toEqual({ ...before, ...changed });
		expect(await claims.call("claim_search", { query: "acme" })).toEqual([again]);
	});

	test("what is given again replaces what was there; null takes the rank away, an empty list the evidence", async () => {
		await using claims = await openClaims(way);
		await claims.call("claim_add", aClaim({ kind: "priority", assertedRank: 1, evidence: ["a"] }));
		const given = { kind: "priority", assertedRank: 2, source: "other", evidence: ["b", "c"] };
		expect(await claims.call("claim_add", aClaim(given))).toMatchObject(given);
		const taken = { kind: "priority", assertedRank: null, evidence: [] };
		expect(await claims.call("claim_add", aClaim(taken))).toMatchObject({ ...taken, source: "other" });
	});

	test.each([["entity"], ["kind"], ["claim"]])("another %s is another claim", async (part) => {
		await using claims = await openClaims(way);
		const one = await claims.call<ClaimAnswer>("claim_add", aClaim());
		const value = part === "kind" ? "status" : "Acme comes first";
		const other = await claims.call<ClaimAnswer>("claim_add", aClaim({ [part]: value }));
		expect(other.id).not.toBe(one.id);
	});

	test("confirming starts the decay again, can set the confidence, and revives", async () => {
		await using claims = await openClaims(way);
		const { id } = await claims.call<ClaimAnswer>("claim_add", aClaim({ volatility: "volatile" }));
		await claims.call("claim_retract", { id });
		claims.clock.advance(30 * DAY_MS);
		const now = new Date(claims.clock.now()).toISOString();
		expect(await claims.call("claim_confirm", { id })).toMatchObject({
			ok: true,
			claim: { id, state: "active", confidence: 0.8, lastConfirmed: now, updatedAt: now },
		});
		expect(await claims.call("claims_decayed")).toEqual([]);
		const { claim } = await claims.call<Confirmed>("claim_confirm", { id, confidence: 0.3 });
		expect(claim.confidence).toBe(0.3);
	});

	test("a retracted claim stays, unchecked; retracting it again changes nothing", async () => {
		await using claims = await openClaims(way);
		const { id } = await claims.call<ClaimAnswer>("claim_add", aClaim({ confidence: 0 }));
		expect(await claims.call("claims_decayed")).toHaveLength(1);
		const first = await claims.call<Confirmed>("claim_retract", { id });
		expect(first).toMatchObject({ ok: true, claim: { id, state: "retired" } });
		claims.clock.advance(DAY_MS);
		expect(await claims.call("claim_retract", { id })).toEqual(first);
		expect(await claims.call("claims_decayed")).toEqual([]);
		expect(await claims.call("claim_search", { query: "acme", state: "retired" })).toHaveLength(1);
		expect(await claims.call("claim_search", { query: "acme", state: "active" })).toEqual([]);
		expect(await claims.call("claim_history", { id })).toHaveLength(2);
	});

	test.each([["claim_confirm"], ["claim_retract"], ["claim_history"]])(
		"%s of an unknown id names it",
		async (operation) => {
			await using claims = await openClaims(way);
			const error = await claims.fail(operation, { id: "cl_nope" });
			expect(error.code).toBe("not_found");
			expect(error.message).toContain('"cl_nope"');
		},
	);

	test("decayed claims come stalest first, with what is left of them", async () => {
		await using claims = await openClaims(way);
		for (const volatility of ["stable", "slow", "volatile"])
			await claims.call("claim_add", aClaim({ claim: volatility, volatility }));
		await claims.call("claim_add", aClaim({ claim: "none", confidence: 0 }));
		await claims.call("claim_add", aClaim({ claim: "floor", confidence: 0.04, volatility: "volatile" }));
		claims.clock.advance(30 * DAY_MS);
		const decayed = await claims.call<Decayed[]>("claims_decayed");
		expect(decayed.map(({ claim }) => claim.claim)).toEqual(["none", "volatile", "slow"]);
		expect(decayed[0]).toMatchObject({ decayed: 0, staleness: 1 });
		expect(decayed[1]?.decayed).toBe(0.05);
		expect(decayed[2]).toMatchObject({ decayed: 0.4, staleness: 0.5 });
		const all = await claims.call<Decayed[]>("claims_decayed", { minStaleness: 0 });
		expect(all.map(({ claim }) => claim.claim)).toEqual(["none", "volatile", "slow", "stable", "floor"]);
		const most = await claims.call<Decayed[]>("claims_decayed", { minStaleness: 1 });
		expect(most.map(({ claim }) => claim.claim)).toEqual(["none"]);
	});

	test.each([5e-324, 1e-310, 1e-300])("a confidence of %d is listed with the others", async (confidence) => {
		await using claims = await openClaims(way);
		await claims.call("claim_add", aClaim({ claim: "sure" }));
		await claims.call("claim_add", aClaim({ claim: "hardly", confidence }));
		claims.clock.advance(30 * DAY_MS);
		const decayed = await claims.call<Decayed[]>("claims_decayed", { minStaleness: 0 });
		expect(decayed.map(({ claim, staleness }) => [claim.claim, staleness])).toEqual([
			["sure", 0.5],
			["hardly", 0],
		]);
	});

	test("a claim is stale from the very millisecond of its half-life", async () => {
		await using claims = await openClaims(way);
		await claims.call("claim_add", aClaim({ volatility: "volatile", confidence: 1 }));
		claims.clock.advance(7 * DAY_MS - 1);
		expect(await claims.call("claims_decayed")).toEqual([]);
		claims.clock.advance(1);
		expect(await claims.call("claims_decayed")).toMatchObject([{ decayed: 0.5, staleness: 0.5 }]);
	});

	test("a clock that was set back counts as now", async () => {
		await using claims = await openClaims(way);
		await claims.call("claim_add", aClaim());
		claims.clock.advance(-365 * DAY_MS);
		const [first] = await claims.call<Decayed[]>("claims_decayed", { minStaleness: 0 });
		expect(first).toMatchObject({ decayed: 0.8, staleness: 0 });
	});

	test("the history says who did what, and what the claim was then, latest first", async () => {
		await using claims = await openClaims(way);
		const at = claims.clock.now();
		const given = aClaim({ kind: "priority", assertedRank: 3 });
		const { id } = await claims.call<ClaimAnswer>("claim_add", given, "claude-laptop");
		claims.clock.advance(1_000);
		await claims.call("claim_confirm", { id, confidence: 0.9 }, "codex-desk");
		await claims.call("claim_retract", { id }, "claude-laptop");
		await claims.call("claim_add", aClaim({ ...given, assertedRank: 1 }), "");
		const history = await claims.call<unknown[]>("claim_history", { id });
		const first = { volatility: "slow", confidence: 0.8, assertedRank: 3, state: "active" };
		expect(history).toEqual([
			expect.objectContaining({ change: "asserted", by: "", assertedRank: 1, state: "active" }),
			expect.objectContaining({ change: "retracted", by: "claude-laptop", state: "retired" }),
			expect.objectContaining({ change: "confirmed", by: "codex-desk", confidence: 0.9 }),
			{ change: "asserted", at: new Date(at).toISOString(), by: "claude-laptop", ...first },
		]);
		const pages = await claims.pages("claim_history", { id, limit: 3 });
		expect(pages.map(({ items, remaining }) => [items.length, remaining])).toEqual([
			[3, 1],
			[1, undefined],
		]);
		expect(pages.flatMap(({ items }) => items)).toEqual(history);
	});

	test.each([
		["entity missing", { entity: undefined }, "entity is required"],
		["entity empty", { entity: "" }, "entity must not be empty"],
		["entity too long", { entity: "e".repeat(257) }, "entity may have at most 256 bytes; this one has 257"],
		["claim too long", { claim: "ä".repeat(1_001) }, "claim may have at most 2000 bytes; this one has 2002"],
		["NUL", { claim: "a\0b" }, "claim must not hold a NUL"],
		["half a surrogate pair", { claim: "ab\ud83d" }, "at offset 2"],
		["an unknown kind", { kind: "opinion" }, "kind must be one of priority, status, fact, relationship"],
		["an unknown volatility", { volatility: "fast" }, "volatility must be one of stable, slow, volatile"],
		["confidence above 1", { confidence: 1.01 }, "confidence must be at most 1"],
		["confidence below 0", { confidence: -0.1 }, "confidence must be at least 0"],
		["confidence as text", { confidence: "0.8" }, "confidence must be a number"],
		["rank 0", { assertedRank: 0 }, "assertedRank must be at least 1"],
		["half a rank", { assertedRank: 1.5 }, "assertedRank must be a whole number"],
		["too much evidence", { evidence: Array(21).fill("x") }, "evidence must have at most 20 items"],
		["broken evidence", { evidence: ["scratchpad://a/f"] }, "evidence of the scratchpad must look like"],
		["an agent", { agent_id: "x" }, 'Unknown argument "agent_id"'],
	])("%s is refused by name", async (_name, part, words) => {
		await using claims = await openClaims(way);
		const error = await claims.fail("claim_add", aClaim(part));
		expect(error.code).toBe("invalid_input");
		expect(error.message).toContain(words);
		expect(await claims.call("claims_list")).toEqual([]);
	});
});
