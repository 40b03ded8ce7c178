import { OWNER } from "@cairn/kernel";
import { agents } from "@cairn/store";
import { expect, test } from "vitest";
import { aClaim, type ClaimAnswer, openClaims } from "./open-claims.ts";

test("who writes a claim is listed with the other agents; who only searches, the owner and the nameless are not", async () => {
	await using claims = await openClaims();
	const { id } = await claims.call<ClaimAnswer>("claim_add", aClaim(), "ada");
	await claims.call("claim_search", { query: "acme" }, "carl");
	await claims.call("claim_confirm", { id }, "bob");
	await claims.call("claim_confirm", { id }, OWNER);
	await claims.call("claim_confirm", { id }, "");
	const { read } = claims.store;
	expect(await read.all("SELECT id FROM agents WHERE appeared_at IS NOT NULL ORDER BY id")).toEqual([
		{ id: "ada" },
		{ id: "bob" },
	]);
});

test("an agent that writes claims is made once, and each claim shows when it was here", async () => {
	await using claims = await openClaims();
	const first = claims.clock.now();
	await claims.call("claim_add", aClaim(), "ada");
	claims.clock.advance(7);
	await claims.call("claim_add", aClaim({ claim: "another" }), "ada");
	const { read } = claims.store;
	expect(await read.all("SELECT created_at, last_seen_at, appeared_at FROM agents")).toEqual([
		{ created_at: first, last_seen_at: first + 7, appeared_at: first },
	]);
	expect(await read.all("SELECT object FROM events WHERE action = 'agent.create'")).toEqual([
		{ object: "ada" },
	]);
	expect(await agents.findAgent(read, "ada")).toMatchObject({ files: 0, operations: 0 });
});
