import { CairnError } from "@cairn/kernel";
import { leftOutOf, type Page } from "@cairn/operations";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClaimsOverview } from "../src/index.ts";
import { aClaim, type OpenClaims, openClaims } from "./open-claims.ts";

const NUMBERS = [0.5, -1, -0.5, 0, 3_000_000_000, 2 ** 53, 1e20, 1e300];

let claims: OpenClaims;
/** A list, its pages with one item each: gives the cursor after a page, or undefined at the end. */
let lists: Record<string, (cursor: string | undefined) => Promise<string | undefined>>;

beforeAll(async () => {
	claims = await openClaims();
	const add = async (overrides: Record<string, unknown>) =>
		(await claims.call<{ id: string }>("claim_add", aClaim(overrides))).id;
	const kept = await add({ entity: "a", kind: "status", claim: "one" });
	for (const [entity, claim] of [
		["a", "two"],
		["b", "one"],
		["b", "two"],
		["c", "one"],
		["c", "two"],
		["d", "one"],
		["d", "two"],
	])
		await add({ entity, kind: "status", claim, confidence: 0.1, volatility: "volatile" });
	for (const [entity, assertedRank] of [
		["a", 1],
		["b", 1],
		["a", 2],
		["b", 2],
	] as const)
		await add({ entity, kind: "priority", claim: `rank ${assertedRank}`, assertedRank });
	await claims.call("claim_confirm", { id: kept });
	await claims.call("claim_review", { id: kept, kind: "status-conflict", keep: "all" });
	const other = await add({ entity: "b", kind: "status", claim: "three" });
	await claims.call("claim_review", { id: other, kind: "status-conflict", keep: "all" });
	claims.clock.advance(1_000 * 86_400_000);
	const overview = createClaimsOverview(claims.store);
	const at = claims.clock.now();
	const operation =
		(name: string, input: Record<string, unknown> = {}) =>
		async (cursor: string | undefined) =>
			leftOutOf(
				await claims.toolset.call(name, { ...input, limit: 1, ...(cursor !== undefined && { cursor }) }),
			)?.nextCursor;
	const page = async (answer: Promise<Page<unknown>>) => (await answer).leftOut?.nextCursor;
	lists = {
		claims_list: operation("claims_list"),
		claim_search: operation("claim_search", { query: "o" }),
		claims_decayed: operation("claims_decayed"),
		claims_contradictions: operation("claims_contradictions"),
		claim_history: operation("claim_history", { id: kept }),
		"found by entity": (cursor) => page(overview.find({ at, order: "entity", limit: 1, cursor })),
		"found by change": (cursor) => page(overview.find({ at, order: "changed", limit: 1, cursor })),
		"found by date": (cursor) => page(overview.find({ at, order: "stale", limit: 1, cursor })),
		inbox: (cursor) => page(overview.inbox({ at, sides: 3, limit: 1, cursor })),
		reviewed: (cursor) => page(overview.reviewed({ at, limit: 1, cursor })),
	};
});
afterAll(() => claims[Symbol.asyncDispose]());

/** What a value becomes when one part of it, however deep, is another. */
function* forged(value: unknown): Generator<unknown> {
	if (typeof value === "number" || typeof value === "string") yield* [...NUMBERS, "x", "\0", "", null];
	if (typeof value !== "object" || value === null) return;
	for (const [key, part] of Object.entries(value))
		for (const other of forged(part))
			yield Array.isArray(value) ? value.with(Number(key), other) : { ...value, [key]: other };
}

function* forgeries(cursor: string): Generator<string> {
	const [scope, place] = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
	for (const other of forged(place))
		yield Buffer.from(JSON.stringify([scope, other]), "utf8").toString("base64url");
}

describe("a cursor of which a part was changed is refused as one, or leads on", () => {
	test.each([
		"claims_list",
		"claim_search",
		"claims_decayed",
		"claims_contradictions",
		"claim_history",
		"found by entity",
		"found by change",
		"found by date",
		"inbox",
		"reviewed",
	])("%s", async (name) => {
		const list = lists[name];
		if (list === undefined) throw new Error(`There is no list ${name}.`);
		const seen: string[] = [];
		for (let cursor = await list(undefined); cursor !== undefined; cursor = await list(cursor))
			seen.push(cursor);
		expect(seen.length).toBeGreaterThan(0);
		let refused = 0;
		for (const cursor of seen.flatMap((one) => [...forgeries(one)])) {
			const error = await list(cursor).then(
				() => undefined,
				(error: unknown) => error,
			);
			if (error === undefined) continue;
			expect(error).toBeInstanceOf(CairnError);
			expect(error).toMatchObject({ code: "invalid_input", message: expect.stringContaining("cursor") });
			refused++;
		}
		expect(refused).toBeGreaterThan(0);
	});
});
