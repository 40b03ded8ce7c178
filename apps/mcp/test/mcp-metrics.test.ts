import { expect, test } from "vitest";
import { callOf, openMcpServer } from "./open-mcp-server.ts";

test("figures are for this machine, and through a proxy for who has their token", async () => {
	await using server = await openMcpServer({ CAIRN_METRICS_TOKEN: "for-metrics-alone" });
	await server.post(callOf("list_files", {}));
	const figures = await (await fetch(`${server.root}/metrics`)).text();
	expect(figures).toMatch(/duration_seconds_count\{[^}]*route="\/mcp"[^}]*\} 1/);
	const status = async (token?: string) => {
		const headers = { "x-forwarded-for": "192.0.2.7", ...(token && { authorization: `Bearer ${token}` }) };
		return (await fetch(`${server.root}/metrics`, { headers })).status;
	};
	expect(await status()).toBe(401);
	expect(await status("for-metrics-alone")).toBe(200);
	// An agent's token is for tools.
	expect(await status(server.token)).toBe(401);
	const refused = await server.store.read.all(
		"SELECT object, address FROM events WHERE action = 'access.refuse' ORDER BY id",
	);
	const told = { object: "/metrics", address: "127.0.0.1" };
	expect(refused).toEqual([told, told]);
});
