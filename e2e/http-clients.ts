import {
	Client as ModernClient,
	StreamableHTTPClientTransport as ModernTransport,
} from "@modelcontextprotocol/client";
import { Client as LegacyClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as LegacyTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { McpClient, ToolAnswer } from "./mcp-clients.ts";

const info = { name: "e2e", version: "1.0.0" };

export interface HttpTarget {
	/** Of the server, without /mcp. */
	readonly url: string;
	readonly token?: string;
	readonly headers?: Record<string, string>;
}

export type ConnectHttp = (target: HttpTarget) => Promise<McpClient>;

function requestInit({ token, headers = {} }: HttpTarget): RequestInit {
	return { headers: { ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) } };
}

/** The official client of the 2025 era, which has a session. */
export const connectLegacyHttp: ConnectHttp = async (target) => {
	const client = new LegacyClient(info);
	const transport = new LegacyTransport(new URL(`${target.url}/mcp`), { requestInit: requestInit(target) });
	// Its types were written without exactOptionalPropertyTypes.
	await client.connect(transport as Parameters<LegacyClient["connect"]>[0]);
	return {
		listTools: async () => (await client.listTools()).tools,
		call: async (name, input) => (await client.callTool({ name, arguments: input })) as ToolAnswer,
		read: async (uri) => (await client.readResource({ uri })).contents,
		async [Symbol.asyncDispose]() {
			await transport.terminateSession().catch(() => {});
			await client.close();
		},
	};
};

/** The official client of 2026-07-28, pinned to it. */
export const connectModernHttp: ConnectHttp = async (target) => {
	const client = new ModernClient(info, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
	await client.connect(
		new ModernTransport(new URL(`${target.url}/mcp`), { requestInit: requestInit(target) }),
	);
	return {
		listTools: async () => (await client.listTools()).tools,
		call: async (name, input) => (await client.callTool({ name, arguments: input })) as ToolAnswer,
		read: async (uri) => (await client.readResource({ uri })).contents,
		[Symbol.asyncDispose]: () => client.close(),
	};
};
