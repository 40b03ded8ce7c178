import { OWNER } from "@cairn/kernel";
import { events } from "@cairn/store";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DAY, listedIds, type OpenClaims, openClaims } from "./open-claims.ts";

let claims: OpenClaims;
beforeEach(async () => {
	claims = await openClaims();
});
afterEach(() => claims[Symbol.asyncDispose]());

const claim = async (id: string) => claims.admin.services.claims().get(id, claims.now());
const lastEvent = async () => {
	const sql = claims.admin.services.store().read;
	const [event] = await events.eventsAfter(sql, { after: (await events.lastEventId(sql)) - 1, limit: 1 });
	return event;
};

describe("the owner", () => {
	test("confirms a claim, with another confidence when he says one", async () => {
		const id = await claims.add({ volatility: "volatile" });
		claims.advance(9 * DAY);
		const plain = await claims.post(`/claims/${id}/confirmation`, { confidence: "" });
		expect(plain.status).toBe(303);
		expect(plain.headers.get("Location")).toBe(`/claims/${id}?confirmed=1`);
		expect(await claim(id)).toMatchObject({ confidence: 0.8, decayed: 0.8, confirmedBy: OWNER });
		await claims.post(`/claims/${id}/confirmation`, { confidence: "57" });
		expect(await claim(id)).toMatchObject({ confidence: 0.57 });
		await claims.post(`/claims/${id}/confirmation`, { confidence: "12,5" });
		expect(await claim(id)).toMatchObject({ confidence: 0.125 });
		expect(await lastEvent()).toMatchObject({ action: "claim.confirm", agent_id: OWNER, object: id });
	});

	test.each(["101", "-1", "many", "5e1"])("gets the page back when %s is no confidence", async (typed) => {
		const id = await claims.add({});
		const response = await claims.post(`/claims/${id}/confirmation`, { confidence: typed });
		expect(response.status).toBe(422);
		const html = await response.text();
		expect(html).toContain(`value="${typed}"`);
		expect(html).toContain('aria-invalid="true" aria-describedby="confidence-fault"');
		expect(await claim(id)).toMatchObject({ lastConfirmed: null });
	});

	test("retracts a claim, and brings it back by confirming it", async () => {
		const id = await claims.add({});
		await claims.post(`/claims/${id}/retraction`, {});
		expect(await claim(id)).toMatchObject({ state: "retired" });
		const html = await claims.text(`/claims/${id}?retracted=1`);
		expect(html).toContain("1 claim retracted. Confirming brings it back.");
		expect(html).not.toContain(`action="/claims/${id}/retraction"`);
		await claims.post(`/claims/${id}/confirmation`, {});
		expect(await claim(id)).toMatchObject({ state: "active" });
	});

	test("adds a claim by a form, as claim_add does", async () => {
		const form = await claims.text("/claims/new");
		expect(form).toContain('<form class="claim-form" method="post" action="/claims">');
		const response = await claims.post("/claims", {
			claim: "comes first",
			entity: "acme",
			kind: "priority",
			volatility: "stable",
			confidence: "95",
			assertedRank: "1",
			source: "",
			evidence: "said so\r\n\r\nwrote so\r\n",
		});
		expect(response.status).toBe(303);
		const [added] = await claims.all("claim_search", { query: "" });
		expect(added).toMatchObject({
			claim: "comes first",
			entity: "acme",
			kind: "priority",
			volatility: "stable",
			confidence: 0.95,
			assertedRank: 1,
			source: "declared",
			evidence: ["said so", "wrote so"],
		});
		expect(response.headers.get("Location")).toBe(`/claims/${(added as { id: string }).id}`);
		expect(await lastEvent()).toMatchObject({ action: "claim.add", agent_id: OWNER });
	});

	const whole = {
		claim: "<b>it</b> & holds",
		entity: "nas",
		kind: "fact",
		volatility: "slow",
		confidence: "80",
		assertedRank: "",
		source: "owner",
		evidence: "",
	};

	test.each([
		["claim", "", "Say what is claimed"],
		["claim", "x".repeat(2_001), "Say what is claimed"],
		["entity", " ", "Name what it is about"],
		["entity", "x\0y", "Name what it is about"],
		["kind", "rumour", "Pick a kind."],
		["volatility", "", "Pick a volatility."],
		["confidence", "120", "Give a number from 0 to 100."],
		["assertedRank", "0", "Give a whole number from 1 on"],
		["assertedRank", "first", "Give a whole number from 1 on"],
		["source", "x".repeat(257), "Say where it comes from"],
		["evidence", "scratchpad://nobody/file@1#L1", "must name lines of a version that is kept"],
		["evidence", "scratchpad://x", "must name lines of a version that is kept"],
	])("gets the form back filled in when %s is %j", async (field, value, message) => {
		const response = await claims.post("/claims", { ...whole, [field]: value });
		expect(response.status).toBe(422);
		const html = await response.text();
		expect(html).toContain(`<a href="#field-${field}">`);
		expect(html).toContain(message);
		expect(html).toContain(`id="field-${field}-fault"`);
		if (field !== "claim") expect(html).toContain("&lt;b&gt;it&lt;/b&gt; &amp; holds</textarea>");
		expect(await claims.all("claim_search", { query: "" })).toEqual([]);
	});

	test("is told of all that is wrong at once", async () => {
		const response = await claims.post("/claims", {
			...whole,
			claim: "",
			confidence: "lots",
			source: "x".repeat(9_000),
		});
		expect(response.status).toBe(422);
		const html = await response.text();
		const named = [...html.matchAll(/<li><a href="#field-(\w+)">/g)].map(([, field]) => field);
		expect(named).toEqual(["claim", "confidence", "source"]);
		for (const field of named) expect(html).toContain(`id="field-${field}-fault"`);
	});

	test("edits all but the statement, which counts as a confirmation", async () => {
		const id = await claims.add({ kind: "priority", assertedRank: 3, evidence: ["said so"], source: "talk" });
		claims.advance(40 * DAY);
		const form = await claims.text(`/claims/${id}/edit`);
		expect(form).toContain('name="assertedRank" inputmode="numeric" value="3"');
		expect(form).not.toContain('name="entity"');
		const seen = /name="seen" value="([^"]*)"/.exec(form)?.[1] ?? "";
		const edit = { volatility: "stable", confidence: "50", assertedRank: "", source: "talk", evidence: "" };
		const faulty = await claims.post(`/claims/${id}/edit`, { ...edit, seen, confidence: "none" });
		expect(faulty.status).toBe(422);
		expect(await faulty.text()).toContain('value="none"');
		expect((await claims.post(`/claims/${id}/edit`, { ...edit, seen })).status).toBe(303);
		expect(await claim(id)).toMatchObject({
			id,
			volatility: "stable",
			decayed: 0.5,
			assertedRank: null,
			evidence: [],
			source: "talk",
		});
	});

	test("is told when the claim has changed since he opened the form, and may then save", async () => {
		const id = await claims.add({});
		const seenIn = (html: string) => /name="seen" value="([^"]*)"/.exec(html)?.[1] ?? "";
		const seen = seenIn(await claims.text(`/claims/${id}/edit`));
		claims.advance(1_000);
		await claims.call("claim_confirm", { id, confidence: 0.3 });
		const edit = { volatility: "slow", confidence: "66", source: "owner", evidence: "" };
		const response = await claims.post(`/claims/${id}/edit`, { ...edit, seen });
		expect(response.status).toBe(422);
		const html = await response.text();
		expect(html).toContain("The claim has changed since you opened this form.");
		expect(html).toContain('value="66"');
		expect(await claim(id)).toMatchObject({ confidence: 0.3 });
		await claims.post(`/claims/${id}/edit`, { ...edit, seen: seenIn(html) });
		expect(await claim(id)).toMatchObject({ confidence: 0.66 });
	});

	test("says a claim differently: another one takes its place", async () => {
		const id = await claims.add({ entity: "acme", claim: "is lage" });
		expect(await claims.text(`/claims/new?instead=${id}`)).toContain("is lage</textarea>");
		await claims.post("/claims", { ...whole, entity: "acme", claim: "is large", instead: id });
		expect(await claim(id)).toMatchObject({ state: "retired" });
		expect(await claims.all("claim_search", { query: "large" })).toHaveLength(1);
	});

	test("confirms and retracts many at once, and comes back to the list that he was on", async () => {
		const ids = [];
		for (let index = 0; index < 5; index++) ids.push(await claims.add({ claim: `${index}` }));
		const list = "/claims?kind=fact&sort=changed";
		expect(await claims.text(list)).toContain('name="back" value="/claims?kind=fact&amp;sort=changed"');
		const selected = ids.slice(0, 3).map((id): [string, string] => ["id", id]);
		const response = await claims.post("/claims/bulk", [["action", "retract"], ["back", list], ...selected]);
		expect(response.status).toBe(303);
		expect(response.headers.get("Location")).toBe(`${list}&retracted=3`);
		expect(await claims.text(`${list}&retracted=3`)).toContain(
			"3 claims retracted. Confirming brings them back.",
		);
		expect(listedIds(await claims.text("/claims?state=retired")).sort()).toEqual(ids.slice(0, 3).sort());
		await claims.post("/claims/bulk", [["action", "confirm"], ["back", "/decay"], ...selected.slice(0, 1)]);
		expect(await claim(ids[0] ?? "")).toMatchObject({ state: "active" });
	});

	test.each(["/claims?kind=fact", "/decay"])("who selected none gets %s back and is told", async (back) => {
		const id = await claims.add({ volatility: "volatile" });
		claims.advance(9 * DAY);
		const response = await claims.post("/claims/bulk", { action: "retract", back });
		expect(response.status).toBe(422);
		const html = await response.text();
		expect(html).toContain("Select at least one claim first.");
		expect(listedIds(html)).toEqual([id]);
	});

	test.each(["https://evil.example/claims", "//evil.example/claims", "/agents", "javascript:alert(1)"])(
		"is never led to %s by a form",
		async (back) => {
			const id = await claims.add({});
			const response = await claims.post("/claims/bulk", { action: "confirm", back, id });
			expect(response.headers.get("Location")).toBe("/claims?confirmed=1");
		},
	);

	test.each([
		"/claims",
		"/claims/bulk",
		"/claims/ID/edit",
		"/claims/ID/confirmation",
		"/claims/ID/retraction",
		"/contradictions",
	])("alone changes claims: %s refuses what another site sends", async (path) => {
		const id = await claims.add({});
		const before = await lastEvent();
		const response = await claims.admin.request(path.replace("ID", id), {
			method: "POST",
			body: new URLSearchParams({ ...whole, id, action: "retract", kind: "evidence-changed", keep: "all" }),
			headers: { "Sec-Fetch-Site": "cross-site" },
		});
		expect(response.status).toBe(403);
		// The refusal is noted, and nothing else has happened.
		expect(await lastEvent()).toMatchObject({ id: (before?.id ?? 0) + 1, action: "access.refuse" });
	});
});
