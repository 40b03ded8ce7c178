import { type CallContext, defineOperation } from "@cairn/operations";
import { claimSearch, claims } from "@cairn/store";
import * as z from "zod";
import {
	assertedRank,
	claimText,
	confidence,
	entity,
	evidence,
	kind,
	source,
	state,
	volatility,
} from "../arguments.ts";
import { type ClaimCall, claimCall, recordChange, withDecay } from "../change-claim.ts";
import { claimId } from "../claim-id.ts";
import type { ClaimsContext } from "../claims-context.ts";
import { bindEvidence } from "../evidence/bind-evidence.ts";
import { countAssertion } from "../quota.ts";

const instant = z.int().min(0);

const input = z.strictObject({
	claim: claimText,
	entity,
	kind,
	volatility,
	confidence,
	assertedRank: assertedRank.nullable(),
	source,
	evidence,
	lastConfirmed: instant.nullable(),
	state,
	createdAt: instant,
	updatedAt: instant,
	dry_run: z.boolean().default(false),
});

type Input = z.output<typeof input>;

/** Takes a claim over from another store, with its state and times; one that is here stays as it is here. */
export const importClaim = defineOperation({
	name: "claim_import",
	title: "Import a claim",
	description: "Take a claim over from another store as it is there, unless the same claim is here already.",
	access: "append",
	idempotent: true,
	tool: false,
	input,
	output: z.object({ outcome: z.enum(["added", "already", "differs"]) }),
	run: async (context: CallContext & ClaimsContext, input) => {
		// Loaded before the transaction, which must wait for nothing but the store.
		const { foldCase } = await import("../search/fold-case.ts");
		return claimCall(context, async (call) => {
			const here = await claims.findClaimByIdentity(call.sql, input);
			if (here !== undefined)
				return { outcome: isSame(here, input) ? ("already" as const) : ("differs" as const) };
			if (!input.dry_run) await add(call, input, foldCase);
			return { outcome: "added" as const };
		});
	},
});

function isSame(here: claims.ClaimRow, there: Input): boolean {
	return (
		here.volatility === there.volatility &&
		here.confidence === there.confidence &&
		here.asserted_rank === there.assertedRank &&
		here.state === there.state &&
		here.source === there.source &&
		here.last_confirmed_at === there.lastConfirmed &&
		here.evidence === JSON.stringify(there.evidence)
	);
}

async function add(call: ClaimCall, input: Input, foldCase: (text: string) => string): Promise<void> {
	const { sql, agent } = call;
	const { entity, kind, claim, evidence } = input;
	const id = claimId(input);
	const texts = [foldCase(entity), foldCase(claim)] as const;
	const settings = {
		volatility: input.volatility,
		confidence: input.confidence,
		assertedRank: input.assertedRank,
		state: input.state,
		updatedAt: input.updatedAt,
		lastConfirmedAt: input.lastConfirmed,
		assertedBy: agent,
		confirmedBy: input.lastConfirmed === null ? null : agent,
		source: input.source,
		evidence: JSON.stringify(evidence),
	};
	await countAssertion(sql, { before: undefined, after: { ...settings, entity, claim } });
	const seq = await claims.insertClaim(sql, {
		...{ id, entity, kind, claim, createdAt: input.createdAt },
		...{ entityFolded: texts[0], claimFolded: texts[1] },
		...withDecay(settings, input.lastConfirmed ?? input.createdAt),
	});
	await claimSearch.indexClaim(sql, { seq, texts });
	await bindEvidence(sql, { claimSeq: seq, evidence, before: [], caller: call.caller });
	const after = await claims.findClaim(sql, id);
	if (after === undefined) throw new Error("a claim is gone right after it was added");
	await recordChange(call, { action: "claim.add", before: undefined, after });
}
