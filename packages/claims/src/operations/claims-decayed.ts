import { type CallContext, defineOperation } from "@cairn/operations";
import * as z from "zod";
import { cursor, limit } from "../arguments.ts";
import { claimSchema } from "../claim.ts";
import type { ClaimsContext } from "../claims-context.ts";
import { listDecayed } from "../decayed/list-decayed.ts";
import { LIMITS } from "../limits.ts";

export const claimsDecayed = defineOperation({
	name: "claims_decayed",
	title: "Find stale claims",
	description:
		"Active claims that lost so much of their confidence (staleness 0 to 1, 0.5 unless told), stalest first: confirm or retract them.",
	access: "read",
	answer: "text",
	input: z.strictObject({
		minStaleness: z.number().min(0).max(1).optional(),
		limit: limit.optional(),
		cursor: cursor.optional(),
	}),
	output: z.array(z.object({ claim: claimSchema, decayed: z.number(), staleness: z.number() })),
	run: ({ store, clock }: CallContext & ClaimsContext, { limit = LIMITS.rowsPerPage, ...list }) =>
		listDecayed(store.read, { at: clock.now(), limit, ...list }),
});
