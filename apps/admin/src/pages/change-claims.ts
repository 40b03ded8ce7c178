import { OWNER } from "@cairn/kernel";
import type * as z from "zod";
import { ownerAccess } from "../access/owner-access.ts";
import type { Services } from "../services.ts";
import type { AdminContext } from "../view/admin-env.ts";

/** What the owner does to claims: the operations that agents call, under the owner's own mark. */
export interface ChangeClaims {
	/** What claim_add takes. */
	readonly addInput: z.ZodType;
	/** @throws CairnError `invalid_input` with the argument at fault, or `not_found` for evidence that isn't there. */
	add(input: Record<string, unknown>): Promise<{ id: string }>;
	/** @throws CairnError as the operation does. */
	call(operation: string, input: Record<string, unknown>): Promise<unknown>;
}

export function changeClaims(c: AdminContext, { claimTools }: Services): ChangeClaims {
	// One request of the owner's is one in the events, whatever it does to how many claims.
	const { requestId } = c.var;
	const access = ownerAccess(c);
	const signal = c.req.raw.signal;
	const call = (operation: string, input: Record<string, unknown>) =>
		claimTools.call(operation, input, { requestId, agent: OWNER, signal, access });
	const addOperation = claimTools.operations.find(({ name }) => name === "claim_add");
	if (addOperation === undefined) throw new Error("there is no claim_add");
	return {
		call,
		addInput: addOperation.input,
		async add(input) {
			const claim = await call("claim_add", input);
			if (typeof claim === "object" && claim !== null && "id" in claim && typeof claim.id === "string")
				return { id: claim.id };
			throw new Error("claim_add gave no claim");
		},
	};
}
