import { McpServer } from "@modelcontextprotocol/server";
import { afterEach, describe, expect, test } from "vitest";
import { LegacySessions } from "./legacy-sessions.ts";

const IDLE_MS = 60_000;
const JSON_TYPE = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const INITIALIZE = {
	jsonrpc: "2.0",
	id: 1,
	method: "initialize",
	params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "test", version: "1" } },
};
const PING = { jsonrpc: "2.0", id: 2, method: "ping" };

let sessions: LegacySessions;
afterEach(() => sessions.close());

function open() {
	const clock = { time: 0, now: () => clock.time };
	sessions = new LegacySessions({
		limits: { sessions: 10, sessionsPerCaller: 10, idleMs: IDLE_MS },
		clock,
		build: () => new McpServer({ name: "test", version: "1" }),
	});
	const send = async (message: unknown, session?: string, ended: Promise<unknown> = Promise.resolve()) => {
		const headers = { ...JSON_TYPE, ...(session !== undefined && { "mcp-session-id": session }) };
		const request = new Request("http://localhost/mcp", { method: "POST", headers });
		const authInfo = { token: "t", clientId: "ada", scopes: [] };
		const response = await sessions.handle({ request, parsedBody: message, authInfo, ended });
		await response.text();
		return response;
	};
	const begin = async () => (await send(INITIALIZE)).headers.get("mcp-session-id") ?? "";
	return { clock, send, begin };
}

describe("a session of the 2025 era", () => {
	test("ends when it was idle for its time, and each request begins that anew", async () => {
		const { clock, send, begin } = open();
		const session = await begin();
		clock.time = IDLE_MS - 1;
		await sessions.endIdle();
		expect((await send(PING, session)).status).toBe(200);
		clock.time = 2 * IDLE_MS - 2;
		await sessions.endIdle();
		expect(sessions.size).toBe(1);
		clock.time = 2 * IDLE_MS - 1;
		await sessions.endIdle();
		expect(sessions.size).toBe(0);
		expect((await send(PING, session)).status).toBe(404);
	});

	test("doesn't end while an exchange of it is open", async () => {
		const { clock, send, begin } = open();
		const session = await begin();
		let end = () => {};
		const ended = new Promise<void>((resolve) => {
			end = resolve;
		});
		await send(PING, session, ended);
		clock.time = 10 * IDLE_MS;
		await sessions.endIdle();
		expect(sessions.size).toBe(1);
		end();
		await ended;
		clock.time += IDLE_MS;
		await sessions.endIdle();
		expect(sessions.size).toBe(0);
	});

	test("isn't opened by anything but a handshake", async () => {
		const { send } = open();
		expect((await send(PING)).status).toBe(400);
		expect(sessions.size).toBe(0);
	});
});
