import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AgentTokens, type NewToken } from "@cairn/identity";
import { systemClock } from "@cairn/kernel";
import { createLogger } from "@cairn/kernel/logger";
import { openStore } from "@cairn/store";
import { readMcpHttpConfig } from "../src/config.ts";
import { serveMcpHttp } from "../src/http/serve-http.ts";

/** What every message of the 2025 era comes with. */
const MESSAGE = { "content-type": "application/json", accept: "application/json, text/event-stream" };

const INITIALIZE = {
	jsonrpc: "2.0",
	id: 1,
	method: "initialize",
	params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
};

export type OpenMcpServer = Awaited<ReturnType<typeof openMcpServer>>;

/** `cairn mcp --http` in this process, on a fresh store and a free port, with a token for the agent ada. */
export async function openMcpServer(settings: Record<string, string> = {}) {
	const folder = await mkdtemp(join(tmpdir(), "cairn-mcp-http-"));
	const file = join(folder, "cairn.db");
	const store = await openStore({ file });
	const tokens = new AgentTokens({ store, clock: systemClock });
	const issue = async (given: Partial<NewToken> = {}) =>
		await tokens.create({ agentId: "ada", label: "test", ...given });
	const { token, record } = await issue();
	const log: string[] = [];
	const logger = createLogger({
		name: "mcp",
		level: "debug",
		destination: { write: (line) => void log.push(line) },
	});
	const config = await readMcpHttpConfig(
		{},
		{ CAIRN_DATABASE_URL: `file:${file}`, HOST: "127.0.0.1", PORT: "0", ...settings },
	);
	const server = await serveMcpHttp(config, { logger });
	const url = `${server.url}/mcp`;
	const post = (body: unknown, headers: Record<string, string> = {}) =>
		fetch(url, {
			method: "POST",
			headers: { ...MESSAGE, authorization: `Bearer ${token}`, ...headers },
			body: typeof body === "string" ? body : JSON.stringify(body),
		});
	return {
		root: server.url,
		url,
		token,
		id: record.id,
		tokens,
		store,
		issue,
		post,
		/** The log lines so far. */
		log,
		/** Opens a session of the 2025 era; gives the headers that belong to it. */
		async openSession(headers: Record<string, string> = {}) {
			const response = await post(INITIALIZE, headers);
			await response.text();
			return { ...headers, "mcp-session-id": response.headers.get("mcp-session-id") ?? "" };
		},
		/** How many files the agents hold by now: whether anything was done. */
		async files() {
			return (await store.read.all("SELECT path FROM files")).length;
		},
		close: () => server.close(),
		async [Symbol.asyncDispose]() {
			await server.close();
			await store.close();
			await rm(folder, { recursive: true });
		},
	};
}

/** The call of a tool, as the 2025 era sends it. */
export function callOf(name: string, input: unknown, id: number | string = 2) {
	return { jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: input } };
}
