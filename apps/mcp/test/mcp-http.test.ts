import { request } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callOf, type OpenMcpServer, openMcpServer } from "./open-mcp-server.ts";

const INITIAL = {
	protocolVersion: "2025-06-18",
	capabilities: {},
	clientInfo: { name: "test", version: "1" },
};
const WRITE = callOf("write_file", { path: "x", content: "x" });

let server: OpenMcpServer;
beforeAll(async () => {
	server = await openMcpServer({ CAIRN_MCP_ALLOWED_ORIGINS: "https://inspector.example.org" });
});
afterAll(() => server[Symbol.asyncDispose]());

/** The status of a request with headers that fetch would not send. */
function statusOf(headers: Record<string, string>): Promise<number | undefined> {
	return new Promise((resolve, reject) => {
		const sent = request(server.url, { method: "POST", headers, setHost: false }, (response) => {
			response.resume();
			resolve(response.statusCode);
		});
		sent.on("error", reject).end(JSON.stringify(WRITE));
	});
}

describe("who is let in", () => {
	test.each([
		["no token", {}, 401],
		["a wrong token", { authorization: `Bearer cairn_${"0".repeat(12)}_${"A".repeat(43)}` }, 401],
		["something else than a token", { authorization: "Bearer let-me-in" }, 401],
		["another scheme", { authorization: "Basic YTpi" }, 401],
	])("is nobody with %s", async (_name, headers, status) => {
		const response = await fetch(server.url, {
			method: "POST",
			headers: {
				"content-type": "application/json",
				accept: "application/json, text/event-stream",
				...headers,
			},
			body: JSON.stringify(WRITE),
		});
		expect(response.status).toBe(status);
		expect(response.headers.get("www-authenticate")).toContain("Bearer");
		expect(await response.json()).toMatchObject({ code: "unauthorized" });
		expect(await server.files()).toBe(0);
	});

	test("is nobody with a token in the address, though it is a good one", async () => {
		for (const query of [`token=${server.token}`, `x=${server.token}`, "access_token=anything"]) {
			const response = await fetch(`${server.url}?${query}`, {
				method: "POST",
				headers: { "content-type": "application/json", authorization: `Bearer ${server.token}` },
				body: JSON.stringify(WRITE),
			});
			expect(response.status).toBe(401);
			expect(await response.text()).not.toContain(server.token);
		}
		expect(server.log.join()).not.toContain(server.token);
		expect(await server.files()).toBe(0);
	});

	test.each([
		["evil.example", 421],
		["127.0.0.1.evil.example:3461", 421],
		["homeserver.local:3461", 406],
		["192.168.1.7", 406],
	])("depends on the name by which the server was reached: %s", async (host, status) => {
		// Without Accept a call gets no further than the protocol's own check.
		const headers = { host, authorization: `Bearer ${server.token}`, "content-type": "application/json" };
		expect(await statusOf(headers)).toBe(status);
		expect(await server.files()).toBe(0);
	});

	test.each(["https://evil.example", "null", "http://127.0.0.1:1", "http://localhost"])(
		"is no web page of another origin: %s",
		async (origin) => {
			const response = await server.post(WRITE, { origin });
			expect(response.status).toBe(403);
			expect(response.headers.get("access-control-allow-origin")).toBeNull();
			const preflight = await fetch(server.url, { method: "OPTIONS", headers: { origin } });
			expect(preflight.status).toBe(403);
			expect(await server.files()).toBe(0);
		},
	);

	test("is a page of an origin that the owner named, and one of this server", async () => {
		const origin = "https://inspector.example.org";
		const headers = { origin, "access-control-request-method": "POST" };
		const preflight = await fetch(server.url, { method: "OPTIONS", headers });
		expect(preflight.status).toBe(204);
		expect(preflight.headers.get("access-control-allow-origin")).toBe(origin);
		const listing = callOf("list_files", {});
		const session = await server.openSession();
		const shared = await server.post(listing, { origin, ...session });
		expect([shared.status, shared.headers.get("access-control-allow-origin")]).toEqual([200, origin]);
		expect((await server.post(listing, { origin: server.root, ...session })).status).toBe(200);
	});

	test("becomes an event, when it is refused, with address and request", async () => {
		const response = await server.post(WRITE, {
			authorization: "Bearer nobody-knows-this",
			"x-request-id": "req-1",
		});
		expect(response.headers.get("x-request-id")).toBe("req-1");
		const [event] = await server.store.read.all(
			"SELECT action, object, outcome, address, request_id FROM events WHERE request_id = 'req-1'",
		);
		expect(event).toEqual({
			action: "access.refuse",
			object: "/mcp",
			outcome: "refused",
			address: "127.0.0.1",
			request_id: "req-1",
		});
	});

	test("needs no token for the probes", async () => {
		for (const [path, text] of [
			["/health", "ok"],
			["/live", "ok"],
			["/ready", "ready"],
		]) {
			const response = await fetch(server.root + path);
			expect([response.status, await response.text()]).toEqual([200, text]);
		}
	});
});

describe("a message that can't be used", () => {
	test.each([
		["no JSON", "{", 400, "JSON"],
		["no UTF-8 text of JSON", "", 400, "JSON"],
		["no JSON-RPC", "{}", 400, ""],
		["a batch", `[${JSON.stringify(WRITE)}]`, 400, "no batches"],
		["too deep", `{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`, 400, "64 levels deep"],
		[
			"too long",
			JSON.stringify(callOf("write_file", { path: "x", content: "x".repeat(9_000_000) })),
			413,
			"8388608",
		],
	])("is refused in words: %s", async (_name, body, status, words) => {
		const response = await server.post(body, await server.openSession());
		expect(response.status).toBe(status);
		const answer = await response.text();
		expect(JSON.parse(answer)).toMatchObject({ jsonrpc: "2.0", error: { code: expect.any(Number) } });
		expect(answer).toContain(words);
		expect(await server.files()).toBe(0);
	});

	test("may hold a text of 1 MiB that is all escapes", async () => {
		const content = "\u0001".repeat(1_048_576);
		const session = await server.openSession();
		const response = await server.post(callOf("write_file", { path: "escapes", content }), session);
		expect(await response.text()).toContain('"bytes_written":1048576');
		await (await server.post(callOf("delete_file", { path: "escapes" }), session)).text();
	});

	test("can't reach an object's prototype", async () => {
		const polluted =
			'{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"list_files","arguments":{"__proto__":{"polluted":true}}}}';
		const response = await server.post(polluted, await server.openSession());
		expect(await response.text()).toMatch(/Unknown argument|error/);
		expect({}).not.toHaveProperty("polluted");
	});

	test.each([
		["text", { "content-type": "text/plain" }, 415],
		["a form", { "content-type": "application/x-www-form-urlencoded" }, 415],
	])("is refused as %s", async (_name, headers, status) => {
		expect((await server.post(WRITE, { ...(await server.openSession()), ...headers })).status).toBe(status);
		expect(await server.files()).toBe(0);
	});

	test("has no other address and no other method", async () => {
		const authorization = `Bearer ${server.token}`;
		expect((await fetch(`${server.root}/sse`, { headers: { authorization } })).status).toBe(404);
		expect((await fetch(server.url, { method: "PUT", headers: { authorization } })).status).toBe(405);
	});
});

describe("a session of the 2025 era", () => {
	test("belongs to the token that opened it", async () => {
		const session = await server.openSession();
		const { token: ofAnother } = await server.issue({ agentId: "bob" });
		const { token: ofTheSame } = await server.issue();
		for (const token of [ofAnother, ofTheSame]) {
			const headers = { ...session, authorization: `Bearer ${token}` };
			expect((await server.post(WRITE, headers)).status).toBe(404);
			const deleted = await fetch(server.url, { method: "DELETE", headers });
			expect(deleted.status).toBe(404);
		}
		expect((await server.post(callOf("list_files", {}), session)).status).toBe(200);
		expect(await server.files()).toBe(0);
	});

	test("is not made up by its client", async () => {
		const fixed = { "mcp-session-id": "11111111-1111-4111-8111-111111111111" };
		const message = { jsonrpc: "2.0", id: 1, method: "initialize", params: INITIAL };
		expect((await server.post(message, fixed)).status).toBe(404);
		expect((await server.post(callOf("list_files", {}), fixed)).status).toBe(404);
	});

	test("ends when its client says so", async () => {
		const session = await server.openSession();
		const headers = { ...session, authorization: `Bearer ${server.token}` };
		expect((await fetch(server.url, { method: "DELETE", headers })).status).toBe(200);
		expect((await server.post(callOf("list_files", {}), session)).status).toBe(404);
	});

	test("makes room for the next one of its token, and none for others' when there are too many", async () => {
		await using other = await openMcpServer({ CAIRN_MCP_SESSIONS: "3", CAIRN_MCP_SESSIONS_PER_TOKEN: "2" });
		const [first, second, third] = [
			await other.openSession(),
			await other.openSession(),
			await other.openSession(),
		];
		expect((await other.post(callOf("list_files", {}), first)).status).toBe(404);
		expect((await other.post(callOf("list_files", {}), second)).status).toBe(200);
		expect((await other.post(callOf("list_files", {}), third)).status).toBe(200);
		const bob = { authorization: `Bearer ${(await other.issue({ agentId: "bob" })).token}` };
		const cleo = { authorization: `Bearer ${(await other.issue({ agentId: "cleo" })).token}` };
		const opened = await other.openSession(bob);
		expect(opened["mcp-session-id"]).not.toBe("");
		const refused = await other.post({ jsonrpc: "2.0", id: 1, method: "initialize", params: INITIAL }, cleo);
		expect(refused.status).toBe(503);
		expect(refused.headers.get("retry-after")).toBe("30");
		expect(await refused.json()).toMatchObject({ detail: expect.stringContaining("too many sessions open") });
	});

	test("loses its stream when its token is paused", async () => {
		const { token, record } = await server.issue({ agentId: "paused" });
		const bearer = { authorization: `Bearer ${token}` };
		const session = await server.openSession(bearer);
		const stream = await fetch(server.url, { headers: { ...session, accept: "text/event-stream" } });
		expect(stream.status).toBe(200);
		const ended = stream.text().then(
			() => "ended",
			() => "cut",
		);
		await server.tokens.pause(record.id);
		expect(await ended).toBe("cut");
		expect((await server.post(WRITE, session)).status).toBe(401);
	});
});

describe("a caller that asks too much", () => {
	test("has to wait, and is told for how long", async () => {
		await using other = await openMcpServer({ CAIRN_CALLS_PER_MINUTE: "5" });
		const statuses: number[] = [];
		for (let call = 0; call < 6; call++) statuses.push((await other.post(WRITE)).status);
		expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
		const last = await other.post(WRITE);
		expect(Number(last.headers.get("retry-after"))).toBeGreaterThan(0);
		expect(await last.json()).toMatchObject({
			code: "rate_limited",
			detail: expect.stringMatching(/5 calls of 60 seconds\. Try again in \d+ seconds/),
		});
		const { token } = await other.issue({ agentId: "bob" });
		expect((await other.post(WRITE, { authorization: `Bearer ${token}` })).status).toBe(400);
	});

	test("holds up nobody with requests that it never ends", async () => {
		const { hostname, port } = new URL(server.root);
		const sockets = Array.from({ length: 200 }, () => {
			const socket = connect(Number(port), hostname).on("error", () => {});
			socket.write("POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000\r\n");
			return socket;
		});
		await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once("connect", resolve))));
		const response = await server.post(callOf("list_files", {}), await server.openSession());
		expect(response.status).toBe(200);
		for (const socket of sockets) socket.destroy();
	});

	test("has no more than its share of streams", async () => {
		const { token } = await server.issue({ agentId: "listener" });
		const bearer = { authorization: `Bearer ${token}` };
		const opened: Response[] = [];
		for (let stream = 0; stream < 33; stream++) {
			const session = await server.openSession(bearer);
			opened.push(await fetch(server.url, { headers: { ...session, accept: "text/event-stream" } }));
		}
		expect(opened.slice(0, 32).every(({ status }) => status === 200)).toBe(true);
		expect(opened[32]?.status).toBe(429);
		for (const { body } of opened) await body?.cancel();
	});
});

describe("a registry that is away", () => {
	test("keeps nobody from starting the server, which says so to every caller", async () => {
		// Nothing listens there.
		await using other = await openMcpServer({ TOOLS_REGISTRY_URL: "http://127.0.0.1:9" });
		expect((await fetch(`${other.root}/live`)).status).toBe(200);
		expect((await fetch(`${other.root}/ready`)).status).toBe(503);
		const response = await other.post(WRITE);
		expect(response.status).toBe(503);
		expect(await response.json()).toMatchObject({
			code: "unavailable",
			detail: expect.stringContaining("can't be asked at the moment"),
		});
	});
});
