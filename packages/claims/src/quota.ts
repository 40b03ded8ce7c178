import { CairnError, OWNER } from "@cairn/kernel";
import { type claims, claimUsage, type Sql } from "@cairn/store";
import { LIMITS } from "./limits.ts";

/** What a quota counts of a claim: its texts as they are, not what they were before. */
type CountedClaim = Pick<claims.ClaimRow, "entity" | "claim" | "source" | "evidence"> & {
	readonly assertedBy: string;
};

export interface Assertion {
	/** What the claim was; undefined for a new one. */
	readonly before: CountedClaim | undefined;
	readonly after: CountedClaim;
}

/**
 * Counts an assertion for the agent that makes it: a claim counts for whoever asserted it last. The owner has no quota.
 * @throws CairnError `quota_exceeded`, with the quota, what is used and what to do.
 */
export async function countAssertion(sql: Sql, { before, after }: Assertion): Promise<void> {
	const isOwn = before?.assertedBy === after.assertedBy;
	const claims = isOwn ? 0 : 1;
	const bytes = bytesOf(after) - (isOwn ? bytesOf(before) : 0);
	await assertWithinQuota(sql, { agentId: after.assertedBy, claims, bytes });
	await claimUsage.addClaimUsage(sql, { agentId: after.assertedBy, claims, bytes });
	if (before === undefined || isOwn) return;
	await claimUsage.addClaimUsage(sql, { agentId: before.assertedBy, claims: -1, bytes: -bytesOf(before) });
}

async function assertWithinQuota(sql: Sql, growth: claimUsage.ClaimUsageChange): Promise<void> {
	if (growth.agentId === OWNER) return;
	const used = await claimUsage.findClaimUsage(sql, growth.agentId);
	for (const [what, quota] of [
		["claims", LIMITS.claimsPerAgent],
		["bytes", LIMITS.bytesPerAgent],
	] as const) {
		if (growth[what] > 0 && used[what] + growth[what] > quota)
			throw exceeded(what, { quota, used: used[what] });
	}
}

function exceeded(
	what: "claims" | "bytes",
	{ quota, used }: { readonly quota: number; readonly used: number },
): CairnError {
	const unit = what === "claims" ? "claims" : "bytes of claims";
	return new CairnError(
		"quota_exceeded",
		`The quota of ${quota} ${unit} of this agent is used up (${used} in use). Nothing was stored. Claims are never removed: assert one again that is there, with shorter texts, or ask the owner to take claims over by editing them.`,
		{ quota, used },
	);
}

function bytesOf({ entity, claim, source, evidence }: CountedClaim): number {
	return [entity, claim, source, evidence].reduce((sum, text) => sum + Buffer.byteLength(text, "utf8"), 0);
}
