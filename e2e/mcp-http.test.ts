import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type ConnectHttp, connectLegacyHttp, connectModernHttp } from "./http-clients.ts";
import { type RunningMcpServer, startMcpServer, startRegistry, temporaryFolder } from "./programs.ts";
import { openTokenDesk, type TokenDesk } from "./tokens.ts";

const CLIENTS: Record<string, ConnectHttp> = {
	"the 2025 client": connectLegacyHttp,
	"the 2026-07-28 client": connectModernHttp,
};
const LOOPBACK = { HOST: "127.0.0.1" };
/** Nine of the scratchpad and seven about claims; scripts run on laptops only. */
const TOOLS = [
	"append_log",
	"claim_add",
	"claim_confirm",
	"claim_history",
	"claim_retract",
	"claim_search",
	"claims_contradictions",
	"claims_decayed",
	"delete_file",
	"get_usage_stats",
	"list_files",
	"list_logs",
	"read_file",
	"read_log",
	"summarize_file",
	"write_file",
];

interface OpenServer extends AsyncDisposable {
	readonly url: string;
	readonly server: RunningMcpServer;
	readonly desk: TokenDesk;
}

/** A server over a store of its own, or over a registry that has it; the owner's desk beside, with a first token made. */
async function openServer(place: "store" | "registry"): Promise<OpenServer> {
	const folder = await temporaryFolder();
	const desk = await openTokenDesk(folder.path);
	await desk.issue({ agentId: "first" });
	const registry =
		place === "registry" ? await startRegistry({ CAIRN_DATA_DIR: folder.path, ...LOOPBACK }) : undefined;
	const server = await startMcpServer({
		...LOOPBACK,
		...(registry === undefined
			? { CAIRN_DATABASE_URL: `file:${join(folder.path, "cairn.db")}` }
			: { TOOLS_REGISTRY_URL: registry.url }),
	});
	return {
		url: server.url,
		server,
		desk,
		async [Symbol.asyncDispose]() {
			await server.stop();
			await registry?.stop();
			await desk[Symbol.asyncDispose]();
			await folder[Symbol.asyncDispose]();
		},
	};
}

describe.each(["store", "registry"] as const)("cairn mcp --http over a %s", (place) => {
	let open: OpenServer;
	beforeAll(async () => {
		open = await openServer(place);
	});
	afterAll(() => open[Symbol.asyncDispose]());

	test("has who is not let in written down where the store is, once, with the address", async () => {
		const refusals = () =>
			open.desk.store.read.all<{ object: string; address: string }>(
				"SELECT object, address FROM events WHERE action = 'access.refuse' AND agent_id = '' ORDER BY id",
			);
		const before = (await refusals()).length;
		const send = (headers: Record<string, string>) =>
			fetch(new URL("/mcp", open.url), { method: "POST", headers });
		expect((await send({ authorization: "Bearer nobody-knows-this" })).status).toBe(401);
		expect((await send({ origin: "https://evil.example" })).status).toBe(403);
		const told = { object: "/mcp", address: "127.0.0.1" };
		expect((await refusals()).slice(before)).toEqual([told, told]);
	});

	describe.each(Object.entries(CLIENTS))("drives %s", (name, connect) => {
		const agentId = name.replaceAll(/[^a-z0-9]/g, "-");

		test("through the tools, as the agent of its token", async () => {
			const { token } = await open.desk.issue({ agentId });
			await using client = await connect({ url: open.url, token });
			expect((await client.listTools()).map((tool) => tool.name)).toEqual(TOOLS);
			const written = await client.call("write_file", { path: "plan.md", content: "one" });
			expect(written.structuredContent).toMatchObject({ path: "plan.md", version: 1 });
			const read = await client.call("read_file", { agent_id: agentId, path: "plan.md" });
			expect(JSON.parse(read.content[0]?.text ?? "")).toMatchObject({ content: "one" });
			const claim = {
				claim: `${agentId} runs`,
				entity: agentId,
				kind: "fact",
				volatility: "slow",
				confidence: 1,
			};
			expect((await client.call("claim_add", claim)).isError ?? false).toBe(false);
			const events = await open.desk.store.read.all<{ action: string; actor: string; address: string }>(
				"SELECT action, actor, address FROM events WHERE agent_id = ? AND action IN ('file.write', 'claim.add')",
				agentId,
			);
			const actor = `agent:${agentId}`;
			expect(events).toEqual([
				{ action: "file.write", actor, address: "127.0.0.1" },
				{ action: "claim.add", actor, address: "127.0.0.1" },
			]);
		});

		test("but not as another agent, nor beyond its scopes, of which it sees only the tools", async () => {
			const { token } = await open.desk.issue({ agentId, scopes: ["scratchpad:read"] });
			await using client = await connect({ url: open.url, token });
			expect((await client.listTools()).map((tool) => tool.name)).toEqual([
				"get_usage_stats",
				"list_files",
				"list_logs",
				"read_file",
				"read_log",
				"summarize_file",
			]);
			const other = await client.call("list_files", { agent_id: "somebody-else" });
			expect(other).toMatchObject({ isError: true });
			expect(other.content[0]?.text).toContain(`bound to the agent ${agentId}`);
			const write = await client.call("write_file", { path: "x", content: "x" });
			expect(write).toMatchObject({ isError: true });
			expect(write.content[0]?.text).toContain("needs the scope scratchpad:write");
			const list = await client.call("list_files", { prefix: "x" });
			expect(list.structuredContent).toMatchObject({ count: 0 });
			const refused = await open.desk.store.read.all(
				"SELECT object, shape FROM events WHERE agent_id = ? AND action = 'access.refuse' ORDER BY id",
				agentId,
			);
			expect(refused).toEqual([
				{ object: "scratchpad/list_files", shape: expect.stringMatching(/^\{.*"agent_id":"string 13"/) },
				{ object: "scratchpad/write_file", shape: expect.stringMatching(/"content":"string 1"/) },
			]);
		});

		test("until its token is paused, and again when it is resumed", async () => {
			const { token, id } = await open.desk.issue({ agentId });
			await using client = await connect({ url: open.url, token });
			await client.call("list_files", {});
			await open.desk.tokens.pause(id);
			await vi.waitFor(() => expect(client.call("list_files", {})).rejects.toThrow(/paused/), {
				timeout: 20_000,
				interval: 200,
			});
			await open.desk.tokens.resume(id);
			await vi.waitFor(() => client.call("list_files", {}), { timeout: 20_000, interval: 200 });
		});

		test.each([
			["no token", undefined, /wants a token|requires authorization/],
			["a wrong one", `cairn_${"0".repeat(12)}_${"A".repeat(43)}`, /another one|requires authorization/],
		])("never with %s", async (_name, token, sentence) => {
			const target = { url: open.url, ...(token !== undefined && { token }) };
			await expect(connect(target)).rejects.toThrow(sentence);
		});
	});

	test("ends in time and in order, though clients listen", async () => {
		const { token } = await open.desk.issue();
		const headers = { authorization: `Bearer ${token}`, accept: "application/json, text/event-stream" };
		const initialize = {
			jsonrpc: "2.0",
			id: 1,
			method: "initialize",
			params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "e2e", version: "1" } },
		};
		const opened = await fetch(`${open.url}/mcp`, {
			method: "POST",
			headers: { ...headers, "content-type": "application/json" },
			body: JSON.stringify(initialize),
		});
		const session = opened.headers.get("mcp-session-id") ?? "";
		const stream = await fetch(`${open.url}/mcp`, { headers: { ...headers, "mcp-session-id": session } });
		expect(stream.status).toBe(200);
		await open.server.stop();
		expect(open.server.child.exitCode).toBe(0);
	});
});
