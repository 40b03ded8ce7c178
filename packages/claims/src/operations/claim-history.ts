import { type CallContext, defineOperation } from "@cairn/operations";
import * as z from "zod";
import { cursor, id, limit } from "../arguments.ts";
import type { ClaimsContext } from "../claims-context.ts";
import { CHANGES, listHistory } from "../history/list-history.ts";
import { LIMITS } from "../limits.ts";
import { STATES, VOLATILITIES } from "../rules/vocabulary.ts";

export const claimHistory = defineOperation({
	name: "claim_history",
	title: "History of a claim",
	description:
		"Who asserted, confirmed, retracted or reviewed a claim, when, and what it was then; latest first.",
	access: "read",
	answer: "text",
	input: z.strictObject({ id, limit: limit.optional(), cursor: cursor.optional() }),
	output: z.array(
		z.object({
			change: z.enum(CHANGES),
			at: z.string(),
			by: z.string(),
			confidence: z.number(),
			volatility: z.enum(VOLATILITIES),
			assertedRank: z.int().nullable(),
			state: z.enum(STATES),
		}),
	),
	run: ({ store }: CallContext & ClaimsContext, { limit = LIMITS.rowsPerPage, ...history }) =>
		listHistory(store.read, { ...history, limit }),
});
