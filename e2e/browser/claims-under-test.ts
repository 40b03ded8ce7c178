import type { AdminUnderTest } from "./admin-under-test.ts";

const aClaim = (overrides: Record<string, unknown> = {}) => ({
	claim: "is up",
	entity: "nas",
	kind: "fact",
	volatility: "slow",
	confidence: 0.8,
	...overrides,
});

/** Adds a claim as an agent does; gives its id. */
export async function add(admin: AdminUnderTest, overrides: Record<string, unknown> = {}): Promise<string> {
	const { id } = (await admin.claims("claim_add", aClaim(overrides))) as { id: string };
	return id;
}
