import { type CallContext, defineOperation } from "@cairn/operations";
import * as z from "zod";
import { cursor, limit, query, state } from "../arguments.ts";
import { claimSchema, toClaim } from "../claim.ts";
import type { ClaimsContext } from "../claims-context.ts";
import { LIMITS } from "../limits.ts";
import { searchClaims } from "../search/search-claims.ts";

export const claimSearch = defineOperation({
	name: "claim_search",
	title: "Search claims",
	description: "Claims whose text or entity contains the query, in any case, by entity, kind and claim.",
	access: "read",
	answer: "text",
	input: z.strictObject({
		query,
		state: state.optional(),
		limit: limit.optional(),
		cursor: cursor.optional(),
	}),
	output: z.array(claimSchema),
	run: async ({ store }: CallContext & ClaimsContext, { limit = LIMITS.rowsPerPage, ...search }) =>
		(await searchClaims(store.read, { ...search, limit })).map(toClaim),
});
