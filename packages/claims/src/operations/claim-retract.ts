import { type CallContext, defineOperation } from "@cairn/operations";
import * as z from "zod";
import { id } from "../arguments.ts";
import { claimCall, getClaim } from "../change-claim.ts";
import { claimSchema, toClaim } from "../claim.ts";
import type { ClaimsContext } from "../claims-context.ts";
import { setState } from "../store-change.ts";

export const claimRetract = defineOperation({
	name: "claim_retract",
	title: "Retract a claim",
	description:
		"Take a claim back: it is kept as retired and no longer checked. Asserting or confirming revives it.",
	access: "write",
	answer: "text",
	idempotent: true,
	input: z.strictObject({ id }),
	output: z.object({ ok: z.literal(true), claim: claimSchema }),
	run: (context: CallContext & ClaimsContext, { id }) =>
		claimCall(context, async (call) => {
			const before = await getClaim(call.sql, id);
			const after =
				before.state === "retired"
					? before
					: await setState(call, before, { action: "claim.retract", state: "retired" });
			return { ok: true as const, claim: toClaim(after) };
		}),
});
