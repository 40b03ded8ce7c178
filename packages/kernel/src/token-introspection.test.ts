import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { INTROSPECTION_PATH, TokenIntrospector } from "./token-introspection.ts";

const MAY_CONVERT = { active: true, scopes: ["convert:run"], agent_id: "ada" };

/** A registry that answers as it is told, and remembers what it was asked. */
async function openRegistry(answer: () => { status?: number; body: string }) {
	const asked: unknown[] = [];
	const server = createServer(async (request, response) => {
		asked.push([request.method, request.url, await json(request)]);
		const { status = 200, body } = answer();
		response.writeHead(status, { "content-type": "application/json" }).end(body);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const registryUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return {
		registryUrl,
		asked,
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

function clockAt(time: number) {
	const clock = { time, now: () => clock.time };
	return clock;
}

describe("what a registry says of a token", () => {
	test.each([
		[MAY_CONVERT, { active: true, scopes: ["convert:run"], agentId: "ada" }],
		[
			{ active: true, scopes: "all" },
			{ active: true, scopes: "all", agentId: undefined },
		],
		[{ active: false, scopes: "all" }, { active: false }],
	])("is understood: %j", async (answer, standing) => {
		await using registry = await openRegistry(() => ({ body: JSON.stringify(answer) }));
		const introspector = new TokenIntrospector(registry);
		expect(await introspector.look("cairn_1_x")).toEqual(standing);
		expect(registry.asked).toEqual([["POST", INTROSPECTION_PATH, { token: "cairn_1_x" }]]);
	});

	test.each([
		["an error", { status: 500, body: JSON.stringify(MAY_CONVERT) }],
		["a refusal", { status: 429, body: "{}" }],
		["no JSON", { body: "ok" }],
		["no object", { body: "null" }],
		["no standing", { body: JSON.stringify({ scopes: "all" }) }],
		["no boolean", { body: JSON.stringify({ active: "true", scopes: "all" }) }],
		["scopes that are none", { body: JSON.stringify({ active: true, scopes: [1] }) }],
		["no scopes", { body: JSON.stringify({ active: true }) }],
	])("lets nobody in when it is %s, and is asked anew", async (_name, answer) => {
		await using registry = await openRegistry(() => answer);
		const introspector = new TokenIntrospector(registry);
		for (let round = 1; round <= 2; round++) {
			await expect(introspector.look("t")).rejects.toMatchObject({ code: "unavailable" });
			expect(registry.asked.length).toBe(round);
		}
	});

	test("is asked once for requests that come together, and again after some seconds", async () => {
		await using registry = await openRegistry(() => ({ body: JSON.stringify(MAY_CONVERT) }));
		const clock = clockAt(0);
		const introspector = new TokenIntrospector({ ...registry, clock });
		await Promise.all([introspector.look("t"), introspector.look("t"), introspector.look("t")]);
		clock.time = 4_999;
		await introspector.look("t");
		expect(registry.asked.length).toBe(1);
		clock.time = 5_000;
		await introspector.look("t");
		expect(registry.asked.length).toBe(2);
	});

	test("holds shortly for a token that is no good, and for each token by itself", async () => {
		await using registry = await openRegistry(() => ({ body: '{"active":false}' }));
		const clock = clockAt(0);
		const introspector = new TokenIntrospector({ ...registry, clock });
		await introspector.look("t");
		await introspector.look(undefined);
		await introspector.look("u");
		expect(registry.asked.length).toBe(3);
		clock.time = 1_000;
		await introspector.look("t");
		expect(registry.asked.length).toBe(4);
	});

	test("is told of each who shows a token that is no good, once a second, and of others only when they do", async () => {
		let answer: object = { active: false };
		await using registry = await openRegistry(() => ({ body: JSON.stringify(answer) }));
		const clock = clockAt(0);
		const introspector = new TokenIntrospector({ ...registry, scope: "convert:run", clock });
		const asked = () => registry.asked.map((each) => (each as [string, string, unknown])[2]);
		const one = { address: "192.0.2.1", object: "POST /mcp" };
		const other = { address: "192.0.2.2", object: "x".repeat(300) };
		const question = { token: "t", scope: "convert:run" };
		for (const bearer of [one, one, undefined, other, other]) await introspector.look("t", bearer);
		const shortened = { ...other, object: "x".repeat(200) };
		expect(asked()).toEqual([
			{ ...question, caller: one },
			{ ...question, caller: shortened },
		]);
		clock.time = 1_000;
		answer = MAY_CONVERT;
		await introspector.look("t", one);
		await introspector.look("t", other);
		await introspector.look("t");
		expect(asked()).toHaveLength(3);
		await introspector.noteRefusal(one);
		expect(asked().at(-1)).toEqual({ refused: true, scope: "convert:run", caller: one });
	});

	test("is missed without a word when a refusal can't be told", async () => {
		const registry = await openRegistry(() => ({ body: "" }));
		await registry[Symbol.asyncDispose]();
		await new TokenIntrospector(registry).noteRefusal({ address: "192.0.2.1", object: "/mcp" });
	});

	test("can't be had from a registry that is away", async () => {
		const registry = await openRegistry(() => ({ body: "" }));
		await registry[Symbol.asyncDispose]();
		await expect(new TokenIntrospector(registry).look("t")).rejects.toMatchObject({ code: "unavailable" });
	});
});
