import { request } from "node:http";
import { AgentTokens, deleteAgent, type NewToken } from "@cairn/identity";
import { systemClock } from "@cairn/kernel";
import { openStore } from "@cairn/store";
import { describe, expect, test, vi } from "vitest";
import { openRegistry } from "./open-registry.ts";

const SHARED = "a-shared-token-of-length";
const PATIENCE = { timeout: 20_000, interval: 100 };

/** A registry with the owner's hand on its tokens. */
async function openWithTokens(settings: Record<string, string> = {}) {
	const registry = await openRegistry(settings);
	const store = await openStore({ file: `${registry.folder}/cairn.db` });
	const tokens = new AgentTokens({ store, clock: systemClock });
	const issue = async (given: Partial<NewToken> = {}) => {
		const { token, record } = await tokens.create({ agentId: "ada", label: "test", ...given });
		return { token, id: record.id, bearer: { authorization: `Bearer ${token}` } };
	};
	return {
		...registry,
		store,
		tokens,
		issue,
		/** Whether anything was stored, and what was refused. */
		files: () => store.read.all("SELECT agent_id, path FROM files"),
		refusals: () =>
			store.read.all<{ object: string; address: string; token_id: string | null; shape: string | null }>(
				"SELECT object, address, token_id, shape FROM events WHERE action = 'access.refuse' ORDER BY id",
			),
		async [Symbol.asyncDispose]() {
			await store.close();
			await registry[Symbol.asyncDispose]();
		},
	};
}

const WRITE = { path: "notes", content: "secret words" };
const write = "/api/scratchpad/write_file";

describe("an agent's token", () => {
	test("writes as its agent, whether or not that is named, and as no other", async () => {
		await using registry = await openWithTokens();
		const { bearer, id } = await registry.issue();
		expect((await registry.post(write, WRITE, bearer)).status).toBe(200);
		expect((await registry.post(write, { ...WRITE, agent_id: "ada" }, bearer)).status).toBe(200);
		const other = await registry.post(write, { ...WRITE, agent_id: "bob" }, bearer);
		expect(other.status).toBe(403);
		expect(await other.json()).toMatchObject({ code: "forbidden", detail: expect.stringContaining("ada") });
		expect(await registry.files()).toEqual([{ agent_id: "ada", path: "notes" }]);
		const [refusal] = await registry.refusals();
		expect(refusal).toMatchObject({ object: "scratchpad/write_file", address: "127.0.0.1", token_id: id });
		expect(refusal?.shape).not.toContain("secret");
	});

	test.each([
		["scratchpad:read", write, { ...WRITE }, "scratchpad:write"],
		["claims:write", "/api/scratchpad/read_file", { path: "notes" }, "scratchpad:read"],
		["scratchpad:write", "/api/claims/claims_list", {}, "claims:read"],
		["convert:run", "/api/catalog/report_catalog", {}, "catalog:run"],
	])("that has only %s is refused by %s", async (scope, path, body, missing) => {
		await using registry = await openWithTokens();
		const { bearer } = await registry.issue({ scopes: [scope] });
		const response = await registry.post(path, body, bearer);
		expect(response.status).toBe(403);
		expect(await response.json()).toMatchObject({ details: { scope: missing } });
		expect(await registry.files()).toEqual([]);
	});

	test.each([
		["catalog:read", 200],
		["catalog:run", 200],
		["scratchpad:write", 403],
	])("with %s is answered with %i by the catalog", async (scope, status) => {
		await using registry = await openWithTokens();
		const { bearer } = await registry.issue({ scopes: [scope] });
		for (const path of ["/registry", "/registry/events", "/registry/file?script=a&path=b"]) {
			const response = await fetch(registry.url + path, { headers: bearer });
			expect([path, response.status === 404 ? 200 : response.status]).toEqual([path, status]);
			await response.body?.cancel();
		}
	});

	test("reports the runs of its own agent, whatever the laptop says", async () => {
		await using registry = await openWithTokens();
		const { bearer } = await registry.issue({ scopes: ["catalog:run"] });
		const run = {
			...{ id: "record-1", run_id: "run-1", dir: "echo", tool: "echo", digest: "0".repeat(64) },
			...{ agent_id: "bob", started_at: 1, duration_ms: 2, exit_code: 0, status: "ok" },
		};
		const report = { laptop: "laptop", runs: [run] };
		expect((await registry.post("/api/catalog/report_runs", report, bearer)).status).toBe(200);
		expect(await registry.store.read.all("SELECT agent_id FROM script_runs")).toEqual([{ agent_id: "ada" }]);
	});

	test.each(["pause", "revoke"] as const)("does nothing once the owner did this: %s", async (deed) => {
		await using registry = await openWithTokens();
		const { bearer, id } = await registry.issue();
		await registry.tokens[deed](id);
		const response = await registry.post(write, WRITE, bearer);
		expect(response.status).toBe(401);
		expect(await response.json()).toMatchObject({ detail: expect.stringContaining(deed) });
		expect(await registry.files()).toEqual([]);
		expect(await registry.refusals()).toMatchObject([{ object: write, token_id: id }]);
	});

	test("brings nothing back of an agent that is deleted while calls by it are under way", async () => {
		await using registry = await openWithTokens();
		const { bearer } = await registry.issue();
		const calls = Array.from({ length: 60 }, async (_, n) => {
			const response = await registry.post(write, { ...WRITE, path: `notes-${n}` }, bearer);
			await response.body?.cancel();
			return response.status;
		});
		await Promise.race(calls);
		const context = { store: registry.store, clock: systemClock };
		await deleteAgent(context, "ada");
		for (const status of await Promise.all(calls)) expect([200, 401]).toContain(status);
		expect(await registry.files()).toEqual([]);
		expect(await registry.store.read.all("SELECT id FROM agents")).toEqual([]);
	});

	test("loses its event stream when it is paused", async () => {
		await using registry = await openWithTokens();
		const { bearer, id } = await registry.issue();
		const stream = await fetch(`${registry.url}/registry/events`, { headers: bearer });
		expect(stream.status).toBe(200);
		const ended = stream.text().then(
			() => "ended",
			() => "cut",
		);
		await registry.tokens.pause(id);
		expect(await ended).toBe("cut");
	});

	test("that is made closes a server that asked for none, and stays asked for when it is gone", async () => {
		await using registry = await openWithTokens();
		expect((await registry.post(write, { ...WRITE, agent_id: "x" })).status).toBe(200);
		const { bearer } = await registry.issue();
		await vi.waitFor(
			async () => expect((await registry.post(write, { ...WRITE, agent_id: "x" })).status).toBe(401),
			PATIENCE,
		);
		await registry.store.transaction((sql) => sql.run("DELETE FROM agent_tokens"));
		expect((await registry.post(write, WRITE, bearer)).status).toBe(401);
		expect((await registry.post(write, { ...WRITE, agent_id: "x" })).status).toBe(401);
	});

	test("works beside the shared one, which is trusted with every agent", async () => {
		await using registry = await openWithTokens({ TOOLS_REGISTRY_TOKEN: SHARED, HOST: "127.0.0.1" });
		const { bearer } = await registry.issue();
		const shared = { authorization: `Bearer ${SHARED}` };
		expect((await registry.post(write, WRITE, bearer)).status).toBe(200);
		expect((await registry.post(write, { ...WRITE, agent_id: "bob" }, shared)).status).toBe(200);
		expect((await registry.post(write, WRITE, shared)).status).toBe(400);
		expect(await registry.files()).toHaveLength(2);
	});

	test("has its calls counted, and is told when to come again; others go on", async () => {
		await using registry = await openWithTokens({ CAIRN_CALLS_PER_MINUTE: "3" });
		const { bearer, id } = await registry.issue();
		const { bearer: ofBob } = await registry.issue({ agentId: "bob" });
		const statuses = [];
		for (let call = 0; call < 4; call++) statuses.push((await registry.post(write, WRITE, bearer)).status);
		expect(statuses).toEqual([200, 200, 200, 429]);
		const refused = await registry.post(write, WRITE, bearer);
		expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
		expect(await refused.json()).toMatchObject({
			code: "rate_limited",
			detail: expect.stringContaining("3 calls of 60 seconds"),
		});
		expect((await registry.post(write, WRITE, ofBob)).status).toBe(200);
		expect((await registry.refusals()).map(({ token_id }) => token_id)).toEqual([id, id]);
	});

	test.each([
		["token", (token: string) => `token=${token}`],
		["any name", (token: string) => `x=${token}`],
		["access_token", () => "access_token=made-up"],
	])("is never taken from an address: as %s", async (_name, query) => {
		await using registry = await openWithTokens();
		const { token, bearer } = await registry.issue();
		for (const headers of [{}, bearer]) {
			const response = await registry.post(`${write}?${query(token)}`, WRITE, headers);
			expect(response.status).toBe(401);
			expect((await response.text()) + JSON.stringify(registry.log())).not.toContain(token);
		}
		expect(await registry.files()).toEqual([]);
	});
});

describe("guesses of a token", () => {
	test("are refused, and after some not even looked at, while agents go on", async () => {
		await using registry = await openWithTokens({ TOOLS_REGISTRY_TOKEN: SHARED, HOST: "127.0.0.1" });
		const { bearer } = await registry.issue();
		const statuses = new Set<number>();
		for (let guess = 0; guess < 80; guess++) {
			const response = await registry.post(write, WRITE, { authorization: `Bearer guess-${guess}` });
			statuses.add(response.status);
		}
		expect([...statuses]).toEqual([401, 429]);
		expect((await registry.post(write, WRITE, { authorization: `Bearer ${SHARED}` })).status).toBe(429);
		expect((await registry.post(write, WRITE, bearer)).status).toBe(200);
		expect((await registry.refusals()).length).toBeLessThan(30);
	});
});

describe("where a request comes from", () => {
	const refused = { authorization: "Bearer nobody", "x-forwarded-for": "198.51.100.7" };

	test.each([
		["a trusted proxy", { CAIRN_TRUSTED_PROXIES: "loopback" }, "198.51.100.7"],
		["anybody else", {}, "127.0.0.1"],
	])("is believed of %s", async (_name, settings, address) => {
		await using registry = await openWithTokens({
			TOOLS_REGISTRY_TOKEN: SHARED,
			HOST: "127.0.0.1",
			...settings,
		});
		expect((await registry.post(write, WRITE, refused)).status).toBe(401);
		expect(await registry.refusals()).toMatchObject([{ address }]);
	});

	test("is told of its Host header too, where no token makes up for that", async () => {
		await using registry = await openWithTokens({ CAIRN_ALLOWED_HOSTS: "cairn.example.org" });
		const hosts = { "cairn.example.org": 405, "CAIRN.example.org:443": 405, "evil.example": 421 };
		for (const [host, status] of Object.entries(hosts)) {
			expect([host, await statusWithHost(registry.url, { host })]).toEqual([host, status]);
			const made = { host, authorization: "Bearer made-up" };
			expect([host, await statusWithHost(registry.url, made)]).toEqual([host, status]);
		}
	});
});

function statusWithHost(url: string, headers: Record<string, string>): Promise<number | undefined> {
	return new Promise((resolve, reject) => {
		request(url + write, { headers, setHost: false }, (response) => {
			response.resume();
			resolve(response.statusCode);
		})
			.on("error", reject)
			.end();
	});
}

describe("what a service is told of a token that it was shown", () => {
	const ask = (registry: { post: (path: string, body: unknown) => Promise<Response> }, token?: string) =>
		registry.post("/tokens/introspect", { token }).then((response) => response.json());

	test("is whether it is good, for what, and for whom", async () => {
		await using registry = await openWithTokens({ TOOLS_REGISTRY_TOKEN: SHARED, HOST: "127.0.0.1" });
		const { token, id } = await registry.issue({ scopes: ["convert:run"] });
		const unbound = await registry.issue({ scopes: ["convert:run"], bound: false });
		expect(await ask(registry, token)).toEqual({ active: true, scopes: ["convert:run"], agent_id: "ada" });
		expect(await ask(registry, unbound.token)).toEqual({ active: true, scopes: ["convert:run"] });
		expect(await ask(registry, SHARED)).toEqual({ active: true, scopes: "all" });
		expect(await ask(registry, "made-up")).toEqual({ active: false });
		expect(await ask(registry)).toEqual({ active: false });
		await registry.tokens.pause(id);
		expect(await ask(registry, token)).toEqual({ active: false });
	});

	test("is noted where the token isn't good for what it is wanted for", async () => {
		await using registry = await openWithTokens({ TOOLS_REGISTRY_TOKEN: SHARED, HOST: "127.0.0.1" });
		const good = await registry.issue({ scopes: ["convert:run"] });
		const reader = await registry.issue({ scopes: ["claims:read"] });
		for (const token of [good.token, SHARED, reader.token, "made-up"])
			await registry.post("/tokens/introspect", { token, scope: "convert:run" });
		expect(await registry.refusals()).toMatchObject([
			{ object: "convert:run", token_id: reader.id },
			{ object: "convert:run", token_id: null },
		]);
	});

	test.each([
		["on its word alone", {}, "192.0.2.7", "192.0.2.7 via 127.0.0.1"],
		[
			"as if it had come here, where the service is trusted",
			{ CAIRN_TRUSTED_PROXIES: "loopback" },
			"192.0.2.7",
			"192.0.2.7",
		],
		["once, where it is the service's own", {}, "127.0.0.1", "127.0.0.1"],
	])("is noted with the address that the service says: %s", async (_name, settings, address, kept) => {
		const shared = { TOOLS_REGISTRY_TOKEN: SHARED, HOST: "127.0.0.1" };
		await using registry = await openWithTokens({ ...shared, ...settings });
		const { token, id } = await registry.issue({ scopes: ["claims:read"] });
		const caller = { address, object: "convert POST /convert" };
		const ask = (question: object) => registry.post("/tokens/introspect", { caller, ...question });
		expect(await (await ask({ token: "made-up" })).json()).toEqual({ active: false });
		expect(await (await ask({ token })).json()).toMatchObject({ active: true });
		await ask({ token, scope: "convert:run" });
		await ask({ refused: true });
		const { object } = caller;
		expect(await registry.refusals()).toMatchObject([
			{ object, address: kept, token_id: null },
			{ object, address: kept, token_id: id },
			{ object, address: kept, token_id: null },
		]);
	});

	test("counts a flood by the service that tells of it, whatever addresses it makes up", async () => {
		await using registry = await openWithTokens({ TOOLS_REGISTRY_TOKEN: SHARED, HOST: "127.0.0.1" });
		for (let n = 0; n < 40; n++) {
			const caller = { address: `192.0.2.${n}`, object: "x" };
			await registry.post("/tokens/introspect", { refused: true, caller });
		}
		expect((await registry.refusals()).length).toBe(20);
	});

	test("is that none is needed, while there are none", async () => {
		await using registry = await openWithTokens();
		expect(await ask(registry)).toEqual({ active: true, scopes: "all" });
	});

	test.each([
		"[]",
		"{",
		'{"token":1}',
		'{"caller":{"address":"<b>","object":"x"}}',
		JSON.stringify({ token: "x".repeat(2000) }),
	])("is nothing for what is no question: %s", async (body) => {
		await using registry = await openWithTokens();
		const response = await fetch(`${registry.url}/tokens/introspect`, {
			method: "POST",
			body,
			headers: { "content-type": "application/json" },
		});
		expect(response.status).toBe(400);
	});
});
