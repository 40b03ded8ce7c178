import { type CallContext, defineOperation } from "@cairn/operations";
import * as z from "zod";
import { cursor, entity, kind, limit, state } from "../arguments.ts";
import { claimSchema, toClaim } from "../claim.ts";
import type { ClaimsContext } from "../claims-context.ts";
import { LIMITS } from "../limits.ts";
import { listClaims } from "../search/list-claims.ts";

/** What the resources and the command line read; agents search. */
export const claimsList = defineOperation({
	name: "claims_list",
	title: "List claims",
	description: "Claims by entity, kind and claim.",
	access: "read",
	tool: false,
	answer: "text",
	input: z.strictObject({
		entity: entity.optional(),
		kind: kind.optional(),
		state: state.optional(),
		limit: limit.optional(),
		cursor: cursor.optional(),
	}),
	output: z.array(claimSchema),
	run: async ({ store }: CallContext & ClaimsContext, { limit = LIMITS.rowsPerPage, ...list }) =>
		(await listClaims(store.read, { ...list, limit })).map(toClaim),
});
