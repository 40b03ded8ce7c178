import type { CallRequest } from "@cairn/operations";
import { expect, test } from "vitest";
import * as z from "zod";
import { accessOf, authorize } from "./call-access.ts";
import { type Principal, sharedPrincipal } from "./principal.ts";
import type { Scope } from "./scope.ts";

const scopes: ReadonlySet<Scope> = new Set(["scratchpad:write", "claims:read"]);
const bound: Principal = { kind: "agent", actor: "agent:bot", tokenId: "t1", agentId: "bot", scopes };
const unbound: Principal = { kind: "agent", actor: "agent:bot", tokenId: "t1", scopes };

const withAgent = z.strictObject({ agent_id: z.string(), path: z.string() });
const withoutAgent = z.strictObject({ claim: z.string() });

function request(change: Partial<CallRequest> & { access?: "read" | "write" } = {}): CallRequest {
	const { access = "write", ...rest } = change;
	const operation = { name: "write_file", access, input: withAgent };
	return {
		toolset: "scratchpad",
		operation,
		input: { path: "a" },
		agent: undefined,
		requestId: "req_1",
		...rest,
	};
}

const claim = { name: "claim_search", access: "read", input: withoutAgent } as const;

test.each<[string, Principal, CallRequest, unknown, string | undefined]>([
	["a bound token's agent is filled in", bound, request(), { path: "a", agent_id: "bot" }, "bot"],
	[
		"a bound token's agent may be named",
		bound,
		request({ input: { path: "a", agent_id: "bot" }, agent: "bot" }),
		{ path: "a", agent_id: "bot" },
		"bot",
	],
	[
		"an operation without agent_id gets none, but the caller's name",
		bound,
		request({ toolset: "claims", operation: claim, input: { claim: "x" } }),
		{ claim: "x" },
		"bot",
	],
	["what is no object is left for the schema to refuse", bound, request({ input: [1] }), [1], "bot"],
	[
		"a token that isn't bound is trusted about its agent",
		unbound,
		request({ input: { agent_id: "other" } }),
		{ agent_id: "other" },
		undefined,
	],
	[
		"so is the token that all share",
		sharedPrincipal(),
		request({ input: { agent_id: "x" }, agent: "y" }),
		{ agent_id: "x" },
		"y",
	],
])("%s", (_name, principal, call, input, agent) => {
	const answer = authorize(principal, call);
	expect({ input: answer.input, agent: answer.agent }).toEqual({ input, agent });
});

test.each<[string, CallRequest, string, object]>([
	[
		"another agent's id",
		request({ input: { agent_id: "other" } }),
		"bound to the agent bot",
		{ agent_id: "bot" },
	],
	["an id of another type", request({ input: { agent_id: ["bot"] } }), "bound to the agent bot", {}],
	["null for an id", request({ input: { agent_id: null } }), "bound to the agent bot", {}],
	["another name in the header", request({ agent: "other" }), "bound to the agent bot", {}],
	[
		"a scope that is missing",
		request({ toolset: "claims", operation: { ...claim, access: "append" } }),
		"needs the scope claims:append",
		{ scope: "claims:append" },
	],
	["a toolset that tokens don't reach", request({ toolset: "files" }), "Tokens don't reach write_file", {}],
])("%s is refused, and noted with what was asked for", async (_name, call, words, details) => {
	const noted: unknown[] = [];
	const access = accessOf(bound, { note: async (refusal) => void noted.push(refusal) });
	await expect(access.authorize(call)).rejects.toMatchObject({
		code: "forbidden",
		message: expect.stringContaining(words),
		details,
	});
	const object = `${call.toolset}/${call.operation.name}`;
	expect(noted).toEqual([{ caller: bound, requestId: "req_1", object, given: call.input }]);
});
