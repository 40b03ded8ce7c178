import { openStore } from "@cairn/store";
import { expect, test } from "vitest";
import { openRegistry } from "./open-registry.ts";

test("figures are for this machine, counted by operation and by pattern of address", async () => {
	await using registry = await openRegistry();
	await registry.post("/api/scratchpad/append_log", { agent_id: "a", path: "log", entry: "x" });
	await registry.post("/api/scratchpad/nothing_of_the_kind", {});
	await fetch(`${registry.url}/no/such/${Math.random()}`);
	const answer = await fetch(`${registry.url}/metrics`);
	expect(answer.headers.get("content-type")).toContain("text/plain");
	const text = await answer.text();
	expect(text).toMatch(
		/duration_seconds_count\{[^}]*route="\/api\/scratchpad\/append_log",status="200"[^}]*\} 1/,
	);
	expect(text).not.toContain("nothing_of_the_kind");
	expect(text).not.toContain("/no/such/");
});

test("through a proxy, figures want a token: the one for metrics alone, or the shared one", async () => {
	await using registry = await openRegistry({
		HOST: "127.0.0.1",
		TOOLS_REGISTRY_TOKEN: "shared-token-of-all",
		CAIRN_METRICS_TOKEN: "for-metrics-alone",
	});
	const status = async (path: string, token?: string) => {
		const headers = { "x-forwarded-for": "192.0.2.7", ...(token && { authorization: `Bearer ${token}` }) };
		return (await fetch(registry.url + path, { headers })).status;
	};
	expect(await status("/metrics")).toBe(401);
	expect(await status("/metrics", "wrong")).toBe(401);
	expect(await status("/metrics", "for-metrics-alone")).toBe(200);
	expect(await status("/metrics", "shared-token-of-all")).toBe(200);
	expect(await status("/registry", "for-metrics-alone")).toBe(401);
	const store = await openStore({ file: `${registry.folder}/cairn.db` });
	const refused = await store.read.all("SELECT object, address FROM events WHERE outcome = 'refused'");
	await store.close();
	const address = "127.0.0.1";
	expect(refused).toEqual([
		{ object: "/metrics", address },
		{ object: "/metrics", address },
		{ object: "/registry", address },
	]);
});

test("figures are no place to guess tokens: after some guesses a right one is refused too, and so elsewhere", async () => {
	await using registry = await openRegistry({
		HOST: "127.0.0.1",
		TOOLS_REGISTRY_TOKEN: "shared-token-of-all",
	});
	const ask = (path: string, token: string) =>
		fetch(registry.url + path, { headers: { authorization: `Bearer ${token}` } });
	const statuses = new Set<number>();
	for (let guess = 0; guess < 65; guess++) statuses.add((await ask("/metrics", `guess-${guess}`)).status);
	expect([...statuses]).toEqual([401, 429]);
	for (const path of ["/metrics", "/registry"]) {
		const right = await ask(path, "shared-token-of-all");
		expect([right.status, Number(right.headers.get("retry-after")) > 0]).toEqual([429, true]);
	}
	expect((await fetch(`${registry.url}/metrics`)).status).toBe(200);
});
