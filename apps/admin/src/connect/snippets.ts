import { shellQuote } from "@cairn/kernel/client-configuration";
import type { ServerAddresses } from "./server-addresses.ts";

export interface SnippetOptions {
	addresses: ServerAddresses;
	/** The name that the agent has. */
	agent: string;
	/** The agent's token, or words that stand for it. */
	token: string;
}

export type SnippetName = "claudeCode" | "claudeDesktop" | "cursor" | "vscode" | "stdio" | "http";

/**
 * What each client takes to give an agent its tools: by a program that npx fetches from the registry itself, so that it is
 * always at the server's version, or by MCP over HTTP.
 */
export function snippets(options: SnippetOptions): Readonly<Record<SnippetName, string>> {
	const { addresses, agent, token } = options;
	const args = ["-y", `${addresses.registry}/client/cairn.tgz`, "mcp", "--agent", agent];
	const env = environmentOf(options);
	const program = { command: "npx", args, env };
	const http = { url: addresses.mcp, headers: { Authorization: `Bearer ${token}` } };
	const line = ["npx", ...args].map(shellQuote).join(" ");
	const settings = Object.entries(env);
	const flags = settings.map(([name, value]) => `--env ${shellQuote(`${name}=${value}`)}`).join(" ");
	return {
		claudeCode: `claude mcp add ${flags} --transport stdio cairn -- ${line}`,
		claudeDesktop: json({ mcpServers: { cairn: program } }),
		cursor: json({ mcpServers: { cairn: program } }),
		vscode: json({ servers: { cairn: { type: "stdio", ...program } } }),
		stdio: [...settings.map(([name, value]) => `${name}=${shellQuote(value)}`), line].join(" \\\n  "),
		http: json({ mcpServers: { cairn: { type: "http", ...http } } }),
	};
}

/** The line for a shell in Cairn's folder that starts MCP over HTTP, which npm start doesn't. */
export function httpServerLine({ registry }: ServerAddresses): string {
	return `TOOLS_REGISTRY_URL=${shellQuote(registry)} npx cairn mcp --http`;
}

function environmentOf({ addresses, token }: SnippetOptions): Record<string, string> {
	const { registry, convert } = addresses;
	return {
		TOOLS_REGISTRY_URL: registry,
		TOOLS_REGISTRY_TOKEN: token,
		...(convert !== undefined && { TOOLS_CONVERT_URL: convert, TOOLS_CONVERT_TOKEN: token }),
	};
}

function json(value: unknown): string {
	return JSON.stringify(value, undefined, 2);
}
