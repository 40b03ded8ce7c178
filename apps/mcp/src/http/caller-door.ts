import { mayUse } from "@cairn/identity";
import type { OnDefect } from "@cairn/operations";
import { createMcpDoor } from "@cairn/operations/mcp-door";
import type { AuthInfo, McpServer, McpServerFactory } from "@modelcontextprotocol/server";
import packageJson from "../../package.json" with { type: "json" };
import { INSTRUCTIONS } from "../instructions.ts";
import type { Backend } from "./backend.ts";
import { callerOf } from "./caller.ts";

export interface CallerDoorOptions {
	readonly backend: Pick<Backend, "toolsetsOf" | "accessOf">;
	/** Fills in `agent_id` for callers that name none. */
	readonly agent: string | undefined;
	readonly onDefect: OnDefect;
}

/**
 * Builds the MCP server that one caller talks to: with the tools that its token is good for, its agent filled in, and its
 * rights asked for with each call. Scripts are not among them: they would run on this machine, not on the caller's.
 */
export function createCallerDoor({ backend, agent, onDefect }: CallerDoorOptions) {
	return (authInfo: AuthInfo | undefined, context: Parameters<McpServerFactory>[0]): McpServer => {
		const caller = callerOf(authInfo);
		const { principal } = caller;
		const name = principal.agentId ?? caller.name ?? agent;
		const door = createMcpDoor({
			info: { name: "cairn", version: packageJson.version },
			instructions: INSTRUCTIONS,
			toolsets: backend.toolsetsOf(caller),
			defaults: name === undefined ? {} : { agent_id: name },
			hints: { agent_id: "Or name the agent once, in the header x-cairn-agent of the connection." },
			agent: name,
			// Of the request itself: in a session of the 2025 era a later one may come from another address.
			accessOf: ({ http }) => backend.accessOf(callerOf(http?.authInfo ?? authInfo).principal),
			isListed: ({ name: toolset }, { access }) => mayUse(principal, toolset, access),
			onDefect,
		});
		return door(context) as McpServer;
	};
}
