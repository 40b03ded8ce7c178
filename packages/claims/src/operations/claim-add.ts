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
	volatility,
} from "../arguments.ts";
import { type ClaimCall, claimCall, recordChange, withDecay } from "../change-claim.ts";
import { claimSchema, evidenceOf, toClaim } from "../claim.ts";
import { claimId } from "../claim-id.ts";
import type { ClaimsContext } from "../claims-context.ts";
import { bindEvidence } from "../evidence/bind-evidence.ts";
import { countAssertion } from "../quota.ts";
import { settingsOf, storeChange } from "../store-change.ts";

const input = z.strictObject({
	claim: claimText.describe("One statement."),
	entity,
	kind,
	volatility: volatility.describe("Confidence halves in: stable 365 days, slow 30, volatile 7."),
	confidence,
	assertedRank: assertedRank
		.nullable()
		.optional()
		.describe("1 is first; null takes it away. Only ranks of priority claims count."),
	source: source.optional(),
	evidence: evidence
		.optional()
		.describe("Texts; scratchpad://<agent>/<path>@<version>#L10-L20 is watched for change."),
});

type Input = z.output<typeof input>;

export const claimAdd = defineOperation({
	name: "claim_add",
	title: "Assert a claim",
	description:
		"Assert something about an entity, for all agents to know. The same claim again confirms it now and updates it; rank, source and evidence that you leave out stay.",
	access: "append",
	answer: "text",
	input,
	output: claimSchema,
	run: async (context: CallContext & ClaimsContext, input) => {
		// Loaded before the transaction, which must wait for nothing but the store.
		const { foldCase } = await import("../search/fold-case.ts");
		return claimCall(context, async (call) => {
			const before = await claims.findClaimByIdentity(call.sql, input);
			return toClaim(
				before === undefined ? await addClaim(call, input, foldCase) : await assertAgain(call, input, before),
			);
		});
	},
});

async function addClaim(
	call: ClaimCall,
	input: Input,
	foldCase: (text: string) => string,
): Promise<claims.ClaimRow> {
	const { sql, at, agent } = call;
	const { entity, kind, claim, evidence = [] } = input;
	const id = claimId(input);
	const texts = [foldCase(entity), foldCase(claim)] as const;
	const [entityFolded, claimFolded] = texts;
	const settings = {
		volatility: input.volatility,
		confidence: input.confidence,
		assertedRank: input.assertedRank ?? null,
		state: "active",
		updatedAt: at,
		lastConfirmedAt: null,
		assertedBy: agent,
		confirmedBy: null,
		source: input.source ?? "declared",
		evidence: JSON.stringify(evidence),
	};
	await countAssertion(sql, { before: undefined, after: { ...settings, entity, claim } });
	const values = withDecay(settings, at);
	const seq = await claims.insertClaim(sql, {
		id,
		entity,
		kind,
		claim,
		createdAt: at,
		entityFolded,
		claimFolded,
		...values,
	});
	await claimSearch.indexClaim(sql, { seq, texts });
	await bindEvidence(sql, { claimSeq: seq, evidence, before: [], caller: call.caller });
	const after = await claims.findClaim(sql, id);
	if (after === undefined) throw new Error("a claim is gone right after it was added");
	await recordChange(call, { action: "claim.add", before: undefined, after });
	return after;
}

/** Counts as a confirmation now; what wasn't given again stays. */
async function assertAgain(call: ClaimCall, input: Input, before: claims.ClaimRow): Promise<claims.ClaimRow> {
	const { sql, at, agent } = call;
	const { assertedRank = before.asserted_rank, source = before.source, evidence } = input;
	const settings = {
		...settingsOf(before),
		volatility: input.volatility,
		confidence: input.confidence,
		assertedRank,
		source,
		state: "active",
		updatedAt: at,
		lastConfirmedAt: at,
		assertedBy: agent,
		confirmedBy: agent,
		evidence: evidence === undefined ? before.evidence : JSON.stringify(evidence),
	};
	const { entity, claim } = before;
	await countAssertion(sql, {
		before: { ...before, assertedBy: before.asserted_by },
		after: { ...settings, entity, claim },
	});
	if (evidence !== undefined) {
		const { caller } = call;
		await bindEvidence(sql, { claimSeq: before.seq, evidence, before: evidenceOf(before), caller });
	}
	return storeChange(call, before, { action: "claim.add", values: withDecay(settings, at) });
}
