import { describe, expect, test } from "vitest";
import {
	aClaim,
	type ClaimAnswer,
	type ContradictionAnswer,
	type OpenClaims,
	openClaims,
	type Way,
} from "./open-claims.ts";
import { putFile } from "./put-file.ts";

const WAYS: Way[] = ["local", "remote"];

const open = async (claims: OpenClaims) =>
	(await claims.call<ContradictionAnswer[]>("claims_contradictions")).map(({ claimId }) => claimId);

async function addPriorities(claims: OpenClaims, entities: readonly string[]): Promise<string[]> {
	const ids = [];
	for (const entity of entities) {
		const claim = aClaim({ entity, kind: "priority", assertedRank: 1 });
		ids.push((await claims.call<ClaimAnswer>("claim_add", claim)).id);
	}
	return ids;
}

async function addStatuses(claims: OpenClaims, texts: readonly string[]): Promise<string[]> {
	const ids = [];
	for (const claim of texts)
		ids.push((await claims.call<ClaimAnswer>("claim_add", aClaim({ claim, kind: "status" }))).id);
	return ids;
}

interface Asserted {
	readonly id: string;
	readonly claim: Record<string, unknown>;
}

describe.each(WAYS)("settling a contradiction, %s", (way) => {
	test("keep all: it isn't told again until another claim comes into it", async () => {
		await using claims = await openClaims(way);
		const [id = "", other = ""] = await addPriorities(claims, ["a", "b"]);
		const settled = await claims.call("claim_review", { id, kind: "duplicate-rank", keep: "all" }, "owner");
		expect(settled).toMatchObject({ ok: true, claims: [{ state: "active" }, { state: "active" }] });
		expect(await open(claims)).toEqual([]);
		await claims.call("claim_confirm", { id });
		await addPriorities(claims, ["a"]);
		expect(await open(claims)).toEqual([]);
		expect(await claims.call("claim_history", { id: other })).toMatchObject([
			{ change: "reviewed", by: "owner", state: "active" },
			{ change: "asserted" },
		]);
		await addPriorities(claims, ["c"]);
		expect(await open(claims)).toHaveLength(3);
	});

	test("keep all: a claim that was retracted and comes back makes it news", async () => {
		await using claims = await openClaims(way);
		const [id = "", other = ""] = await addStatuses(claims, ["fine", "late"]);
		await claims.call("claim_review", { id, kind: "status-conflict", keep: "all" });
		await claims.call("claim_retract", { id: other });
		expect(await open(claims)).toEqual([]);
		await claims.call("claim_confirm", { id: other });
		expect(await open(claims)).toEqual([id, other]);
	});

	test("keep all: a claim that takes another rank comes into the contradiction there", async () => {
		await using claims = await openClaims(way);
		const [id = ""] = await addPriorities(claims, ["a", "b"]);
		await claims.call("claim_review", { id, kind: "duplicate-rank", keep: "all" });
		const third = aClaim({ entity: "c", kind: "priority", assertedRank: 2 });
		await claims.call("claim_add", third);
		expect(await open(claims)).toEqual([]);
		await claims.call("claim_add", { ...third, assertedRank: 1 });
		expect(await open(claims)).toHaveLength(3);
	});

	test("keep one: the others are contradicted, and asserting one of them again revives it", async () => {
		await using claims = await openClaims(way);
		const [kept = "", lost = ""] = await addStatuses(claims, ["fine", "late"]);
		await claims.call("claim_review", { id: kept, kind: "status-conflict", keep: "one" });
		expect(await open(claims)).toEqual([]);
		expect(await claims.call("claim_search", { query: "", state: "contradicted" })).toMatchObject([
			{ id: lost },
		]);
		await addStatuses(claims, ["late"]);
		expect(await open(claims)).toEqual([kept, lost]);
	});

	test("changed evidence that was accepted is told again when the file changes once more", async () => {
		await using claims = await openClaims(way);
		await putFile(claims.store, "f", "one\n");
		const claim = aClaim({ evidence: ["scratchpad://claude-laptop/f@1#L1"] });
		const { id } = await claims.call<ClaimAnswer>("claim_add", claim);
		await putFile(claims.store, "f", "two\n");
		expect(await open(claims)).toEqual([id]);
		await claims.call("claim_review", { id, kind: "evidence-changed", keep: "all" });
		expect(await open(claims)).toEqual([]);
		await putFile(claims.store, "f", "three\n");
		expect(await open(claims)).toEqual([id]);
		const error = await claims.fail("claim_review", { id, kind: "evidence-changed", keep: "one" });
		expect(error.code).toBe("invalid_input");
	});

	test.each<[string, (same: Asserted) => [string, Record<string, unknown>]]>([
		["the same claim with the same evidence", ({ claim }) => ["claim_add", claim]],
		["the same claim in other ways", ({ claim }) => ["claim_add", { ...claim, confidence: 0.1 }]],
		["a confirmation", ({ id }) => ["claim_confirm", { id }]],
	])("changed evidence that was accepted is not told again for %s", async (_name, again) => {
		await using claims = await openClaims(way);
		await putFile(claims.store, "f", "one\n");
		const claim = aClaim({ evidence: ["scratchpad://claude-laptop/f@1#L1"] });
		const { id } = await claims.call<ClaimAnswer>("claim_add", claim);
		await putFile(claims.store, "f", "two\n");
		expect(await open(claims)).toEqual([id]);
		await claims.call("claim_review", { id, kind: "evidence-changed", keep: "all" });
		const [operation, input] = again({ id, claim });
		await claims.call(operation, input);
		expect(await open(claims)).toEqual([]);
		await putFile(claims.store, "f", "three\n");
		expect(await open(claims)).toEqual([id]);
	});

	test("other evidence that its file no longer holds is told, whatever was accepted before", async () => {
		await using claims = await openClaims(way);
		await putFile(claims.store, "f", "one\ntwo\n");
		const claim = aClaim({ evidence: ["scratchpad://claude-laptop/f@1#L1"] });
		const { id } = await claims.call<ClaimAnswer>("claim_add", claim);
		await putFile(claims.store, "f", "changed\n");
		expect(await open(claims)).toEqual([id]);
		await claims.call("claim_review", { id, kind: "evidence-changed", keep: "all" });
		await claims.call("claim_add", { ...claim, evidence: ["scratchpad://claude-laptop/f@1#L2"] });
		expect(await open(claims)).toEqual([id]);
	});

	test("what somebody saw must be what there is", async () => {
		await using claims = await openClaims(way);
		const ids = await addPriorities(claims, ["a", "b"]);
		const review = { id: ids[0], kind: "duplicate-rank", keep: "one", seen: ids };
		const [third] = await addPriorities(claims, ["c"]);
		const error = await claims.fail("claim_review", review);
		expect(error).toMatchObject({ code: "version_conflict", details: { claimIds: [...ids, third] } });
		expect(await open(claims)).toHaveLength(3);
		await claims.call("claim_review", { ...review, seen: [...ids, third] });
		expect(await open(claims)).toEqual([]);
	});

	test("a contradiction that isn't there, or is too large, is told", async () => {
		await using claims = await openClaims(way);
		const [id = ""] = await addStatuses(claims, ["fine"]);
		const review = { id, kind: "status-conflict", keep: "all" };
		expect((await claims.fail("claim_review", review)).code).toBe("not_found");
		expect((await claims.fail("claim_review", { ...review, kind: "duplicate-rank" })).code).toBe("not_found");
		expect((await claims.fail("claim_review", { ...review, kind: "evidence-changed" })).code).toBe(
			"not_found",
		);
		expect((await claims.fail("claim_review", { ...review, id: "cl_nope" })).code).toBe("not_found");
		await addStatuses(
			claims,
			Array.from({ length: 100 }, (_, index) => `s${index}`),
		);
		expect((await claims.fail("claim_review", review)).code).toBe("too_large");
	});
});
