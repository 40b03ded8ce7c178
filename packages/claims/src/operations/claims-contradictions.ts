import { type CallContext, defineOperation } from "@cairn/operations";
import * as z from "zod";
import { cursor, limit } from "../arguments.ts";
import type { ClaimsContext } from "../claims-context.ts";
import { listContradictions } from "../contradictions/list-contradictions.ts";
import { LIMITS } from "../limits.ts";
import { CONTRADICTION_KINDS } from "../rules/contradiction.ts";

const ranks = z.array(z.number().positive().nullable()).max(LIMITS.observedPeriods);
const signal = z.record(z.string(), ranks).superRefine((entities, context) => {
	if (Object.keys(entities).length > LIMITS.observedEntities)
		context.addIssue(
			`a signal may rank ${LIMITS.observedEntities} entities; leave out those without claims.`,
		);
});

const observed = z
	.strictObject({
		signals: z
			.array(signal)
			.max(LIMITS.observedSignals)
			.describe("Each {entity: [rank now, one period ago, …]}; null where there is none."),
		validPeriods: z
			.array(z.boolean())
			.max(LIMITS.observedPeriods)
			.optional()
			.describe("False skips a period."),
	})
	.describe("Ranks that you measured, for rank-drop.");

export const claimsContradictions = defineOperation({
	name: "claims_contradictions",
	title: "Find contradictions",
	description:
		"Active claims that contradict: two entities at one priority rank, several status claims of one entity, changed evidence, and with observed ranks, priorities that dropped. Most severe first.",
	access: "read",
	answer: "text",
	input: z.strictObject({
		observed: observed.optional(),
		limit: limit.optional(),
		cursor: cursor.optional(),
	}),
	output: z.array(
		z.object({
			kind: z.enum(CONTRADICTION_KINDS),
			entity: z.string(),
			claimId: z.string(),
			severity: z.number(),
			detail: z.string(),
		}),
	),
	run: ({ store }: CallContext & ClaimsContext, { limit = LIMITS.rowsPerPage, ...list }) =>
		listContradictions(store, { ...list, limit }),
});
