import { files, fileVersions } from "@cairn/store";
import { refuseWrites } from "@cairn/store/testing";
import { describe, expect, test } from "vitest";
import {
	aClaim,
	type ClaimAnswer,
	type ContradictionAnswer,
	type OpenClaims,
	openClaims,
	type Way,
} from "./open-claims.ts";
import { putFile, removeFile } from "./put-file.ts";

const WAYS: Way[] = ["local", "remote"];
const PLAN = "one\ntwo\nthree\nfour\n";
const LINES = "scratchpad://claude-laptop/plan.md@1#L2-L3";

const changed = (claims: OpenClaims) => claims.call<ContradictionAnswer[]>("claims_contradictions");

describe.each(WAYS)("evidence in the scratchpad, %s", (way) => {
	test.each([
		["the file is as it was", undefined, true],
		["other lines changed", "1\ntwo\nthree\n4\n", true],
		["its lines moved", `new first line\n${PLAN}`, true],
		["one of its lines changed", "one\ntwo!\nthree\nfour\n", false],
		["the file was emptied", "", false],
	])("%s", async (_name, next, isSupported) => {
		await using claims = await openClaims(way);
		await putFile(claims.store, "plan.md", PLAN);
		const { id } = await claims.call<ClaimAnswer>("claim_add", aClaim({ evidence: ["commit 1a2b", LINES] }));
		if (next !== undefined) await putFile(claims.store, "plan.md", next);
		const detail = expect.stringMatching(
			/^The current version no longer holds the lines of \S+#L2-L3\. .* assert it again .* retract it\.$/,
		);
		const item = { kind: "evidence-changed", entity: "acme", claimId: id, severity: 0.4, detail };
		expect(await changed(claims)).toEqual(isSupported ? [] : [item]);
	});

	test("a deleted file supports nothing, until it is written again as it was", async () => {
		await using claims = await openClaims(way);
		await putFile(claims.store, "plan.md", PLAN);
		await claims.call("claim_add", aClaim({ evidence: [LINES] }));
		await removeFile(claims.store, "plan.md");
		expect(await changed(claims)).toHaveLength(1);
		await putFile(claims.store, "plan.md", PLAN);
		expect(await changed(claims)).toEqual([]);
	});

	test("what is asserted again stays bound, also when its version is no longer kept; what is left out goes", async () => {
		await using claims = await openClaims(way);
		await putFile(claims.store, "plan.md", PLAN);
		await claims.call("claim_add", aClaim({ evidence: [LINES] }));
		await putFile(claims.store, "plan.md", "something else");
		const file = await files.findFile(claims.store.read, { agentId: "claude-laptop", path: "plan.md" });
		await claims.store.transaction((sql) => fileVersions.pruneVersions(sql, file?.id ?? 0, 1));
		await claims.call("claim_add", aClaim({ evidence: ["first", LINES] }));
		expect(await changed(claims)).toMatchObject([{ detail: expect.stringContaining(LINES) }]);
		await claims.call("claim_add", aClaim());
		expect(await changed(claims)).toHaveLength(1);
		await claims.call("claim_add", aClaim({ evidence: ["first"] }));
		expect(await changed(claims)).toEqual([]);
	});

	test("only active claims are told", async () => {
		await using claims = await openClaims(way);
		await putFile(claims.store, "plan.md", PLAN);
		const { id } = await claims.call<ClaimAnswer>("claim_add", aClaim({ evidence: [LINES] }));
		await putFile(claims.store, "plan.md", "");
		await claims.call("claim_retract", { id });
		expect(await changed(claims)).toEqual([]);
		await claims.call("claim_confirm", { id });
		expect(await changed(claims)).toHaveLength(1);
	});

	test.each([
		[
			"a file that isn't there",
			"scratchpad://claude-laptop/none@1#L1",
			"not_found",
			"version that isn't kept",
		],
		["a version that isn't there", "scratchpad://claude-laptop/plan.md@2", "not_found", "isn't kept"],
		[
			"lines that aren't there",
			"scratchpad://claude-laptop/plan.md@1#L4-L5",
			"invalid_input",
			"doesn't have",
		],
		["too many bytes", "scratchpad://claude-laptop/long@1", "invalid_input", "may point to 65536 bytes"],
	])("%s is refused, and nothing is stored", async (_name, reference, code, words) => {
		await using claims = await openClaims(way);
		await putFile(claims.store, "plan.md", PLAN);
		await putFile(claims.store, "long", "x".repeat(70_000));
		const error = await claims.fail("claim_add", aClaim({ evidence: [reference] }));
		expect(error).toMatchObject({ code, message: expect.stringContaining(words) });
		expect(await claims.call("claims_list")).toEqual([]);
	});
});

test("many claims on one file are all looked at again", async () => {
	await using claims = await openClaims();
	await putFile(claims.store, "plan.md", PLAN);
	for (let n = 0; n < 230; n++) await claims.call("claim_add", aClaim({ claim: `${n}`, evidence: [LINES] }));
	await putFile(claims.store, "plan.md", "gone");
	const pages = await claims.pages("claims_contradictions");
	expect(pages.map(({ items, remaining }) => [items.length, remaining])).toEqual([
		[100, 130],
		[100, 30],
		[30, undefined],
	]);
});

test("a store that can't be written tells what was known before", async () => {
	await using claims = await openClaims();
	await putFile(claims.store, "f", "one\n");
	await putFile(claims.store, "plan.md", PLAN);
	const onFile = aClaim({ claim: "f", evidence: ["scratchpad://claude-laptop/f@1#L1"] });
	const { id } = await claims.call<ClaimAnswer>("claim_add", onFile);
	await claims.call("claim_add", aClaim({ evidence: [LINES] }));
	await putFile(claims.store, "f", "two\n");
	expect(await changed(claims)).toMatchObject([{ claimId: id }]);
	await putFile(claims.store, "plan.md", "gone");
	await refuseWrites(claims.store);
	expect(await changed(claims)).toMatchObject([{ claimId: id }]);
	expect(await claims.fail("claim_confirm", { id })).toMatchObject({ code: "unavailable" });
});
