import { CairnError } from "@cairn/kernel";
import { type CallContext, defineOperation } from "@cairn/operations";
import { claimReviews, type claims } from "@cairn/store";
import * as z from "zod";
import { id } from "../arguments.ts";
import { type ClaimCall, claimCall, getClaim, recordChange } from "../change-claim.ts";
import { claimSchema, toClaim } from "../claim.ts";
import type { ClaimsContext } from "../claims-context.ts";
import { type Conflict, conflictOf, REVIEWED_KINDS } from "../contradictions/conflicting-claims.ts";
import { LIMITS } from "../limits.ts";
import { setState } from "../store-change.ts";

/** The owner's decision about a contradiction; agents assert, confirm and retract. */
export const claimReview = defineOperation({
	name: "claim_review",
	title: "Settle a contradiction",
	description:
		"Keep all claims of a contradiction, which is then not told again until something in it changes, or keep this one and mark the others as contradicted.",
	access: "write",
	tool: false,
	input: z.strictObject({
		id,
		kind: z.enum(REVIEWED_KINDS),
		keep: z.enum(["all", "one"]),
		seen: z
			.array(z.string())
			.max(LIMITS.claimsPerReview)
			.optional()
			.describe("The claims that were shown: settle it only if it is still between them."),
	}),
	output: z.object({ ok: z.literal(true), claims: z.array(claimSchema) }),
	run: (context: CallContext & ClaimsContext, { id, kind, keep, seen }) =>
		claimCall(context, async (call) => {
			if (kind === "evidence-changed" && keep === "one")
				throw new CairnError(
					"invalid_input",
					"keep must be all: only one claim has a part in evidence-changed.",
				);
			const claim = await getClaim(call.sql, id);
			const conflict = await conflictOf(call.sql, claim, kind);
			if (seen !== undefined) assertSeen(conflict, seen);
			const claims = keep === "all" ? await keepAll(call, conflict) : await keepOne(call, conflict, id);
			return { ok: true as const, claims: claims.map(toClaim) };
		}),
});

function assertSeen({ claims }: Conflict, seen: readonly string[]): void {
	const ids = claims.map(({ id }) => id);
	if (ids.length === new Set(seen).size && ids.every((id) => seen.includes(id))) return;
	throw new CairnError("version_conflict", "Other claims contradict each other now: look at them again.", {
		claimIds: ids,
	});
}

async function keepAll(call: ClaimCall, { subject, claims }: Conflict): Promise<readonly claims.ClaimRow[]> {
	for (const claim of claims)
		await recordChange(call, { action: "claim.review", before: claim, after: claim });
	await claimReviews.insertReview(call.sql, { ...subject, at: call.at, by: call.agent });
	return claims;
}

async function keepOne(call: ClaimCall, { claims }: Conflict, kept: string): Promise<claims.ClaimRow[]> {
	const settled: claims.ClaimRow[] = [];
	for (const claim of claims) {
		if (claim.id === kept) {
			await recordChange(call, { action: "claim.review", before: claim, after: claim });
			settled.push(claim);
		} else settled.push(await setState(call, claim, { action: "claim.review", state: "contradicted" }));
	}
	return settled;
}
