import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Connect, connectByHand, connectLegacy, connectModern, type McpClient } from "./mcp-clients.ts";
import { bareEnvironment, CAIRN, startRegistry, temporaryFolder } from "./programs.ts";

const CLIENTS: Record<string, Connect> = {
	"the 2025 client": connectLegacy,
	"the 2026-07-28 client": connectModern,
	"a transcript by hand": connectByHand,
};
const ACME = {
	claim: "acme comes first",
	entity: "acme",
	kind: "priority",
	volatility: "slow",
	confidence: 0.8,
	assertedRank: 1,
};
const BETA = { ...ACME, claim: "beta comes first", entity: "beta", confidence: 0 };

const resultOf = async (client: McpClient, tool: string, input: Record<string, unknown> = {}) =>
	JSON.parse((await client.call(tool, input)).content[0]?.text ?? "");

function cli(args: readonly string[], settings: Record<string, string>) {
	const env = bareEnvironment(settings);
	const { status, stdout } = spawnSync(process.execPath, [CAIRN, "claims", ...args, "--json"], {
		env,
		encoding: "utf8",
	});
	expect(status).toBe(0);
	return JSON.parse(stdout);
}

describe("claims", () => {
	test("are the same to every client, the command line and a program, over a file and through a server", async () => {
		await using folder = await temporaryFolder();
		await using registry = await startRegistry({ CAIRN_DATA_DIR: folder.path });
		for (const settings of [
			{ TOOLS_REGISTRY_URL: registry.url },
			{ CLAIMS_MCP_DB: join(folder.path, "c.db") },
		] as Record<string, string>[]) {
			await using first = await connectModern({ settings, args: ["--agent", "claude-laptop"] });
			const acme = await resultOf(first, "claim_add", ACME);
			await resultOf(first, "claim_add", BETA);
			const lists = {
				search: cli(["search", "FIRST"], settings),
				contradictions: cli(["contradictions"], settings),
			};
			expect(lists.search).toMatchObject([{ id: acme.id }, { entity: "beta" }]);
			expect(lists.contradictions).toHaveLength(2);
			const stale = cli(["stale"], settings);
			for (const [name, connect] of Object.entries(CLIENTS)) {
				await using client = await connect({ settings });
				expect(await resultOf(client, "claim_search", { query: "FIRST" }), name).toEqual(lists.search);
				expect(await resultOf(client, "claims_contradictions"), name).toEqual(lists.contradictions);
				expect(await resultOf(client, "claims_decayed"), name).toEqual(stale);
			}
			cli(["confirm", acme.id, "--agent", "owner"], settings);
			const history = await resultOf(first, "claim_history", { id: acme.id });
			expect(history).toMatchObject([
				{ change: "confirmed", by: "owner" },
				{ change: "asserted", by: "claude-laptop" },
			]);
		}
		const body = JSON.stringify({ query: "first" });
		const headers = { "content-type": "application/json" };
		const answer = await fetch(`${registry.url}/api/claims/claim_search`, { method: "POST", body, headers });
		expect(await answer.json()).toHaveLength(2);
	});

	test("asserted by two laptops at the same moment are one claim with both in its history", async () => {
		await using folder = await temporaryFolder();
		await using registry = await startRegistry({ CAIRN_DATA_DIR: folder.path });
		const settings = { TOOLS_REGISTRY_URL: registry.url };
		await using left = await connectModern({ settings, args: ["--agent", "left"] });
		await using right = await connectModern({ settings, args: ["--agent", "right"] });
		const [one, other] = await Promise.all(
			[left, right].map((client) => resultOf(client, "claim_add", ACME)),
		);
		expect(one.id).toBe(other.id);
		expect(await resultOf(left, "claim_search", { query: "" })).toHaveLength(1);
		const history: { by: string }[] = await resultOf(right, "claim_history", { id: one.id });
		expect(history.map(({ by }) => by).sort()).toEqual(["left", "right"]);
	});

	test("rest on lines of the scratchpad, and say so when those change", async () => {
		await using folder = await temporaryFolder();
		await using client = await connectModern({ args: ["--db", join(folder.path, "c.db")] });
		const file = { agent_id: "claude-laptop", path: "plan.md" };
		await client.call("write_file", { ...file, content: "goal: acme\nlater: beta\n" });
		const evidence = ["scratchpad://claude-laptop/plan.md@1#L1"];
		await resultOf(client, "claim_add", { ...ACME, evidence });
		await client.call("write_file", { ...file, content: "title\ngoal: acme\n" });
		expect(await resultOf(client, "claims_contradictions")).toEqual([]);
		await client.call("write_file", { ...file, content: "goal: beta\n" });
		expect(await resultOf(client, "claims_contradictions")).toMatchObject([
			{ kind: "evidence-changed", severity: 0.4 },
		]);
	});

	test.each([
		["the 2025 client", "legacy"],
		["the 2026-07-28 client", "modern"],
	])("are read as resources by %s, a page at a time", async (_name, era) => {
		await using folder = await temporaryFolder();
		const connect = era === "legacy" ? connectLegacy : connectModern;
		await using client = await connect({ args: ["--db", join(folder.path, "c.db")] });
		for (let n = 0; n < 130; n++)
			await client.call("claim_add", { ...ACME, entity: n % 2 ? "a/ä" : "b", claim: `${n}` });
		const [first, rest] = await client.read("claims://all");
		expect(JSON.parse(first?.text ?? "")).toHaveLength(100);
		expect(rest?.text).toBe(`30 more: read ${rest?.uri}`);
		const [second, ...others] = await client.read(rest?.uri ?? "");
		expect(JSON.parse(second?.text ?? "")).toHaveLength(30);
		expect(others).toEqual([]);
		const [entity] = await client.read(`claims://entity/${encodeURIComponent("a/ä")}`);
		expect(JSON.parse(entity?.text ?? "")).toHaveLength(65);
	});
});
