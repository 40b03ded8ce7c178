import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Client as ModernClient } from "@modelcontextprotocol/client";
import { StdioClientTransport as ModernStdio } from "@modelcontextprotocol/client/stdio";
import { Client as LegacyClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as LegacyStdio } from "@modelcontextprotocol/sdk/client/stdio.js";
import { withDatabases } from "./database-of.ts";
import { bareEnvironment, CAIRN } from "./programs.ts";

/** A tool call's answer, as far as the eras agree on it. */
export interface ToolAnswer {
	readonly content: ReadonlyArray<{ type: string; text: string }>;
	readonly structuredContent?: unknown;
	readonly isError?: boolean;
}

export interface ListedTool {
	readonly name: string;
	readonly description?: string | undefined;
	readonly inputSchema: unknown;
	readonly outputSchema?: unknown;
	readonly annotations?: unknown;
}

/** A client of `cairn mcp`, of one protocol era. */
export interface McpClient extends AsyncDisposable {
	listTools(): Promise<ListedTool[]>;
	call(name: string, input: Record<string, unknown>): Promise<ToolAnswer>;
	/** Reads a resource. */
	read(uri: string): Promise<ResourceText[]>;
}

/** One content of a resource, as far as the eras agree on it. */
export interface ResourceText {
	readonly uri: string;
	readonly text?: string;
}

export interface ConnectOptions {
	readonly args?: readonly string[];
	readonly settings?: Record<string, string>;
}

export type Connect = (options?: ConnectOptions) => Promise<McpClient>;

const info = { name: "e2e", version: "1.0.0" };

/** Where there are no scripts, so that the tools are always the same. */
const NO_SCRIPTS = { TOOLS_SCRIPTS_DIR: join(tmpdir(), "cairn-e2e-no-scripts") };

async function command({ args = [], settings = {} }: ConnectOptions) {
	return {
		command: process.execPath,
		args: [CAIRN, "mcp", ...args],
		env: bareEnvironment({ ...NO_SCRIPTS, ...(await withDatabases(settings)) }),
	};
}

/** The official client of the 2025 era. */
export const connectLegacy: Connect = async (options = {}) => {
	const client = new LegacyClient(info);
	await client.connect(new LegacyStdio({ ...(await command(options)), stderr: "ignore" }));
	return {
		listTools: async () => (await client.listTools()).tools,
		call: async (name, input) => (await client.callTool({ name, arguments: input })) as ToolAnswer,
		read: async (uri) => (await client.readResource({ uri })).contents,
		[Symbol.asyncDispose]: () => client.close(),
	};
};

/** The official client of 2026-07-28, pinned to it. */
export const connectModern: Connect = async (options = {}) => {
	const client = new ModernClient(info, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
	await client.connect(new ModernStdio({ ...(await command(options)), stderr: "ignore" }));
	return {
		listTools: async () => (await client.listTools()).tools,
		call: async (name, input) => (await client.callTool({ name, arguments: input })) as ToolAnswer,
		read: async (uri) => (await client.readResource({ uri })).contents,
		[Symbol.asyncDispose]: () => client.close(),
	};
};

/** No client at all: JSON-RPC written by hand, line by line. */
export const connectByHand: Connect = async (options = {}) => {
	const { command: program, args, env } = await command(options);
	const child = spawn(program, args, { env, stdio: ["pipe", "pipe", "pipe"] });
	child.stderr.resume();
	const transcript = createTranscript(child);
	await transcript.request("initialize", {
		protocolVersion: "2025-06-18",
		capabilities: {},
		clientInfo: info,
	});
	transcript.write({ jsonrpc: "2.0", method: "notifications/initialized" });
	return {
		listTools: async () => ((await transcript.request("tools/list", {})) as { tools: ListedTool[] }).tools,
		call: async (name, input) =>
			(await transcript.request("tools/call", { name, arguments: input })) as ToolAnswer,
		read: async (uri) =>
			((await transcript.request("resources/read", { uri })) as { contents: ResourceText[] }).contents,
		async [Symbol.asyncDispose]() {
			const exit = once(child, "exit");
			child.stdin.end();
			await exit;
		},
	};
};

/** Requests and answers of a JSON-RPC peer that speaks one message a line. */
export function createTranscript(child: ChildProcessWithoutNullStreams) {
	const waiting = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
	let lastId = 0;
	createInterface({ input: child.stdout }).on("line", (line) => {
		const { id, result, error } = JSON.parse(line);
		const request = waiting.get(id);
		if (error === undefined) request?.resolve(result);
		else request?.reject(new Error(error.message));
		waiting.delete(id);
	});
	const write = (message: unknown) => child.stdin.write(`${JSON.stringify(message)}\n`);
	return {
		write,
		request(method: string, params: Record<string, unknown>): Promise<unknown> {
			const id = ++lastId;
			const answer = new Promise<unknown>((resolve, reject) => waiting.set(id, { resolve, reject }));
			write({ jsonrpc: "2.0", id, method, params });
			return answer;
		},
	};
}
