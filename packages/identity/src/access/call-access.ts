import { CairnError } from "@cairn/kernel";
import type { AuthorizedCall, CallAccess, CallRequest } from "@cairn/operations";
import type { Refusals } from "../audit/refusals.ts";
import { mayUse, type Principal } from "./principal.ts";
import { scopesFor } from "./scope.ts";

/**
 * What a principal's rights mean for each call of an operation: it needs a scope, and a bound token's agent is filled in
 * where a call names none and refused where it names another. What is refused becomes an event.
 */
export function accessOf(principal: Principal, refusals: Pick<Refusals, "note">): CallAccess {
	return {
		caller: principal,
		async authorize(request) {
			try {
				return authorize(principal, request);
			} catch (error) {
				const object = `${request.toolset}/${request.operation.name}`;
				await refusals.note({
					caller: principal,
					requestId: request.requestId,
					object,
					given: request.input,
				});
				throw error;
			}
		},
	};
}

/**
 * Decides about one call.
 * @throws CairnError `forbidden`, naming the scope that is missing or the agent that the token is bound to.
 */
export function authorize(principal: Principal, request: CallRequest): AuthorizedCall {
	const { toolset, operation } = request;
	if (!mayUse(principal, toolset, operation.access)) throw scopeMissing(request);
	return principal.agentId === undefined ? request : bind(principal.agentId, request);
}

function bind(agentId: string, { operation, input, agent }: CallRequest): AuthorizedCall {
	if (agent !== undefined && agent !== "" && agent !== agentId) throw otherAgent(agentId);
	if (!("agent_id" in operation.input.shape) || !isRecord(input)) return { input, agent: agentId };
	if (input.agent_id !== undefined && input.agent_id !== agentId) throw otherAgent(agentId);
	return { input: { ...input, agent_id: agentId }, agent: agentId };
}

function isRecord(input: unknown): input is Readonly<Record<string, unknown>> {
	return typeof input === "object" && input !== null && !Array.isArray(input);
}

function scopeMissing({ toolset, operation }: CallRequest): CairnError {
	const [scope] = scopesFor(toolset, operation.access);
	const sentence =
		scope === undefined
			? `Tokens don't reach ${operation.name}.`
			: `${operation.name} needs the scope ${scope}, which this token doesn't have. Ask the owner for a token that has it.`;
	return new CairnError("forbidden", sentence, scope === undefined ? {} : { scope });
}

function otherAgent(agentId: string): CairnError {
	return new CairnError(
		"forbidden",
		`This token is bound to the agent ${agentId}: leave agent_id out, or give that one.`,
		{ agent_id: agentId },
	);
}
