import { expect, test } from "vitest";
import { type Appliance, PRIVATE_TEXT } from "./appliance.ts";
import { besiege } from "./besiege.ts";
import type { Answer, Attempt } from "./recorded-exchange.ts";
import { type Attacks, describeAttacks } from "./refuse-table.ts";
import { MADE_UP_TOKEN, MEBIBYTE } from "./shared-attacks.ts";

type TokenName = keyof Appliance["tokens"];

const initialize = {
	jsonrpc: "2.0",
	id: 1,
	method: "initialize",
	params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "attacker", version: "1" } },
};
const callTool = (name: string, input: Record<string, unknown>) => ({
	jsonrpc: "2.0",
	id: 2,
	method: "tools/call",
	params: { name, arguments: input },
});

interface Message {
	readonly token?: string;
	readonly headers?: Record<string, string>;
	readonly body?: unknown;
	readonly path?: string;
}

function message({ token, headers = {}, body = initialize, path = "/mcp" }: Message): Attempt {
	return {
		method: "POST",
		path,
		headers: {
			"content-type": "application/json",
			accept: "application/json, text/event-stream",
			...(token !== undefined && { authorization: `Bearer ${token}` }),
			...headers,
		},
		body: typeof body === "string" ? body : JSON.stringify(body),
	};
}

const as =
	(name: TokenName, given: Message = {}) =>
	({ tokens }: Appliance) =>
		message({ token: tokens[name], ...given });

const noSharing = ({ headers }: Answer) => expect(headers["access-control-allow-origin"]).toBeUndefined();

const ATTACKS: Attacks = {
	"figures by a guess": {
		attempt: () => ({ path: "/metrics", headers: { authorization: "Bearer guess" } }),
		status: 401,
		audited: true,
	},
	"figures through a proxy that nobody trusts": {
		attempt: () => ({ path: "/metrics", headers: { "x-forwarded-for": "192.0.2.7" } }),
		status: 401,
	},
	"no token": { attempt: () => message({}), status: 401, audited: true },
	"a token that nobody made": {
		attempt: () => message({ token: MADE_UP_TOKEN }),
		status: 401,
		audited: true,
	},
	"an expired token": { attempt: as("expired"), status: 401, audited: true },
	"a paused token": { attempt: as("paused"), status: 401, audited: true },
	"a revoked token": { attempt: as("revoked"), status: 401, audited: true },
	"a token in the query": {
		attempt: ({ tokens }) => message({ path: `/mcp?token=${tokens.ada}` }),
		status: 401,
		audited: true,
	},
	"a page of another site": {
		attempt: as("ada", { headers: { origin: "http://evil.example" } }),
		status: 403,
		answer: noSharing,
		audited: true,
	},
	"a page of another port": {
		attempt: as("ada", { headers: { origin: "http://127.0.0.1:1" } }),
		status: 403,
		answer: noSharing,
		audited: true,
	},
	"a page without an origin": {
		attempt: as("ada", { headers: { origin: "null" } }),
		status: 403,
		answer: noSharing,
		audited: true,
	},
	"a page of another site that asks whether it may": {
		attempt: () => ({
			method: "OPTIONS",
			path: "/mcp",
			headers: { origin: "http://evil.example", "access-control-request-method": "POST" },
		}),
		status: 403,
		answer: noSharing,
		audited: true,
	},
	"a name that was pointed at this machine": {
		attempt: as("ada", { headers: { host: "evil.example", origin: "http://evil.example" } }),
		status: 421,
		audited: true,
	},
	"a Host of another site": {
		attempt: as("ada", { headers: { host: "evil.example:3461" } }),
		status: 421,
		audited: true,
	},
	"a message as text/plain": {
		attempt: as("ada", { headers: { "content-type": "text/plain" } }),
		status: 415,
	},
	"a session that nobody opened": {
		attempt: as("ada", {
			headers: { "mcp-session-id": "00000000-0000-4000-8000-000000000000" },
			body: callTool("list_files", {}),
		}),
		status: 404,
	},
	"a session whose id every object has": {
		attempt: as("ada", { headers: { "mcp-session-id": "__proto__" }, body: callTool("list_files", {}) }),
		status: 404,
	},
	"a message that nests 100,000 deep": {
		attempt: as("ada", { body: `${"[".repeat(100_000)}${"]".repeat(100_000)}` }),
		status: 400,
	},
	"a message that says that it has 64 MiB": {
		attempt: as("ada", { headers: { "content-length": String(64 * MEBIBYTE) } }),
		status: 413,
	},
	"a message of 8 MiB and more, without a length and an end": {
		attempt: (appliance) => ({ ...as("ada")(appliance), endless: 8 * MEBIBYTE + 1 }),
		status: 413,
	},
	"a message that is no JSON": { attempt: as("ada", { body: "{" }), status: 400 },
	"a message of half a million keys": {
		attempt: as("ada", { body: `{${Array.from({ length: 500_000 }, (_, n) => `"${n}":0`).join()}}` }),
		status: 400,
		answer: ({ body }) => expect(body).toContain("more than 20000 keys"),
	},
	"an agent's name with a line break": {
		attempt: as("ada", { headers: { "x-cairn-agent": "bob%0d%0ax: y" } }),
		status: 400,
	},
	"another method": {
		attempt: ({ tokens }) => ({
			method: "PUT",
			path: "/mcp",
			headers: { authorization: `Bearer ${tokens.ada}` },
		}),
		status: 405,
	},
	"another address": { attempt: as("ada", { path: "/mcp/../../etc/passwd" }), status: 404 },
};

describeAttacks("mcp", ATTACKS, (appliance) => {
	const open = async (name: TokenName) => {
		const { status, headers } = await appliance().send("mcp", as(name)(appliance()));
		expect(status).toBe(200);
		return String(headers["mcp-session-id"]);
	};
	const within = (name: TokenName, session: string, body: unknown) =>
		appliance().send("mcp", as(name, { headers: { "mcp-session-id": session }, body })(appliance()));

	test("another one's session, to use and to end", async () => {
		const session = await open("ada");
		expect((await within("reader", session, callTool("list_files", {}))).status).toBe(404);
		const { reader } = appliance().tokens;
		const headers = { authorization: `Bearer ${reader}`, "mcp-session-id": session };
		expect((await appliance().send("mcp", { method: "DELETE", path: "/mcp", headers })).status).toBe(404);
		expect((await within("ada", session, callTool("list_files", {}))).status).toBe(200);
	});

	test.each<[string, TokenName, string, Record<string, unknown>]>([
		["another agent's id", "ada", "read_file", { agent_id: "bob", path: "diary.md" }],
		["a scope that is missing", "reader", "write_file", { path: "x", content: "x" }],
		["a path above the root", "ada", "read_file", { path: "../bob/diary.md" }],
		["SQL as a path", "ada", "delete_file", { path: "'; DROP TABLE files; --" }],
		["a prototype", "ada", "write_file", JSON.parse('{"path":"x","content":"x","__proto__":{"a":1}}')],
		["a tool that every object has", "ada", "constructor", {}],
	])("%s, in a session", async (_name, token, tool, input) => {
		const session = await open(token);
		const before = await appliance().storeDigest();
		const { body } = await within(token, session, callTool(tool, input));
		expect(body).toMatch(/"isError":true|"error":/);
		expect(body).not.toContain(PRIVATE_TEXT);
		expect(await appliance().storeDigest()).toBe(before);
	});

	test("a hundred clients that never end their requests: others are answered", async () => {
		using _siege = await besiege(appliance().urls.mcp);
		await open("ada");
	});

	test("guesses of the token that all share at the figures: after 30 a minute not even a right one", async () => {
		const figures = (token: string) =>
			appliance().send("mcp", { path: "/metrics", headers: { authorization: `Bearer ${token}` } });
		const statuses: number[] = [];
		for (let guess = 0; guess < 40; guess++) statuses.push((await figures(`guess-number-${guess}`)).status);
		expect([...new Set(statuses)]).toEqual([401, 429]);
		const right = await figures(appliance().tokens.shared);
		expect([right.status, Number(right.headers["retry-after"]) > 0]).toEqual([429, true]);
	});
});
