import { type CallContext, defineOperation } from "@cairn/operations";
import * as z from "zod";
import { confidence, id } from "../arguments.ts";
import { claimCall, getClaim, withDecay } from "../change-claim.ts";
import { claimSchema, toClaim } from "../claim.ts";
import type { ClaimsContext } from "../claims-context.ts";
import { settingsOf, storeChange } from "../store-change.ts";

export const claimConfirm = defineOperation({
	name: "claim_confirm",
	title: "Confirm a claim",
	description:
		"Say that a claim still holds: its decay starts again now, and it is active again. Can set another confidence.",
	access: "append",
	answer: "text",
	input: z.strictObject({ id, confidence: confidence.optional() }),
	output: z.object({ ok: z.literal(true), claim: claimSchema }),
	run: (context: CallContext & ClaimsContext, { id, confidence }) =>
		claimCall(context, async (call) => {
			const before = await getClaim(call.sql, id);
			const settings = {
				...settingsOf(before),
				confidence: confidence ?? before.confidence,
				state: "active",
				updatedAt: call.at,
				lastConfirmedAt: call.at,
				confirmedBy: call.agent,
			};
			const values = withDecay(settings, call.at);
			const after = await storeChange(call, before, { action: "claim.confirm", values });
			return { ok: true as const, claim: toClaim(after) };
		}),
});
