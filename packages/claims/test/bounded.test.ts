import { describe, expect, test } from "vitest";
import { aClaim, type ClaimAnswer, openClaims, type Way } from "./open-claims.ts";

const WAYS: Way[] = ["local", "remote"];
const MEBIBYTE = 1_048_576;

/** As large as a claim may be, all of it control characters, which JSON makes six times as long. */
const largest = (n: number) =>
	aClaim({
		claim: `${n}`.padEnd(2_000, "\u0001"),
		kind: "status",
		confidence: 0,
		evidence: Array(20).fill("\u0001".repeat(1_000)),
	});

describe.each(WAYS)("an answer stays within bounds, %s", (way) => {
	test.each([
		["claim_search", { query: "\u0001" }],
		["claims_list", {}],
		["claims_decayed", {}],
		["claims_contradictions", {}],
	])("%s", async (operation, input) => {
		await using claims = await openClaims(way);
		for (let n = 0; n < 12; n++) await claims.call("claim_add", largest(n));
		const pages = await claims.pages<ClaimAnswer>(operation, { ...input, limit: 500 });
		expect(pages.flatMap(({ items }) => items)).toHaveLength(12);
		for (const { items } of pages) expect(JSON.stringify(items).length).toBeLessThan(1.2 * MEBIBYTE);
		if (operation !== "claims_contradictions") expect(pages.length).toBeGreaterThan(1);
	});
});

test("pages of decayed claims are of one instant, and say how many are left", async () => {
	await using claims = await openClaims();
	for (let n = 0; n < 25; n++) {
		const confidence = n % 5 === 0 ? 0 : n / 25;
		await claims.call("claim_add", aClaim({ claim: `${n}`, confidence, volatility: "volatile" }));
		claims.clock.advance(3_600_000);
	}
	claims.clock.advance(8 * 86_400_000);
	const whole = await claims.call<{ staleness: number }[]>("claims_decayed", { minStaleness: 0.3 });
	const values = whole.map(({ staleness }) => staleness);
	expect(values).toEqual([...values].sort((a, b) => b - a));
	const pages = await claims.pages("claims_decayed", { minStaleness: 0.3, limit: 4 });
	expect(pages.flatMap(({ items }) => items)).toEqual(whole);
	let left = whole.length;
	for (const { items, remaining } of pages) {
		left -= items.length;
		expect(remaining ?? 0).toBe(left);
	}
});
