import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { keptPort } from "./kept-port.ts";
import { type Connect, connectByHand, connectLegacy, connectModern, type ToolAnswer } from "./mcp-clients.ts";
import { startRegistry, temporaryFolder } from "./programs.ts";

const CLIENTS: Record<string, Connect> = {
	"the 2025 client": connectLegacy,
	"the 2026-07-28 client": connectModern,
	"a transcript by hand": connectByHand,
};
/** Nine of the scratchpad, seven about claims, three about scripts. */
const TOOLS = 19;
const TOKEN = "a-shared-token";
const A = { agent_id: "claude-laptop" };
const NOTES = { ...A, path: "notes/plan.md" };
const LONG = "A long line that is worth a summary.\n".repeat(400);

/** One call of each tool in each of its ways, and one that fails. */
const SCENARIO: ReadonlyArray<readonly [tool: string, input: Record<string, unknown>]> = [
	["write_file", { ...NOTES, content: "one\ntwo\nthree\n" }],
	["write_file", { ...NOTES, content: "one\n2\nthree", expected_version: 1 }],
	["write_file", { ...NOTES, content: "eins", expected_version: 1 }],
	["read_file", { ...NOTES, since_version: 1 }],
	["read_file", NOTES],
	["read_file", { ...NOTES, since_last_read: true }],
	["read_file", { ...NOTES, version: 1 }],
	["append_log", { ...A, path: "log", entry: '{"did":"things"}' }],
	["read_log", { ...A, path: "log" }],
	["list_logs", A],
	["list_files", { ...A, prefix: "notes/" }],
	["write_file", { ...A, path: "long", content: LONG }],
	["summarize_file", { ...A, path: "long" }],
	["summarize_file", { ...A, path: "long" }],
	["delete_file", NOTES],
	["read_file", NOTES],
	["write_file", { agent_id: "a b", path: "/", content: 1 }],
	["write_file", { ...NOTES, content: "x", bogus: true }],
	["get_usage_stats", A],
];

async function play(connect: Connect, settings: Record<string, string>): Promise<ToolAnswer[]> {
	await using client = await connect({ settings });
	const answers: ToolAnswer[] = [];
	for (const [tool, input] of SCENARIO) answers.push(withoutTimes(await client.call(tool, input)));
	return answers;
}

/** An answer in the parts that don't depend on when it was given. */
function withoutTimes({ content, structuredContent, isError = false }: ToolAnswer): ToolAnswer {
	const text = JSON.stringify({ content, structuredContent, isError });
	return JSON.parse(text.replace(/(_at\\?":)\d{13}/g, "$10"));
}

async function startModel() {
	const server = createServer((_request, response) => {
		response.writeHead(200, { "content-type": "application/json" });
		response.end(JSON.stringify({ type: "message", content: [{ type: "text", text: "Long." }] }));
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return { url, [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}

describe("all nine tools", () => {
	test("give equal answers to every client, over a local store and through a server", async () => {
		await using model = await startModel();
		const key = { ANTHROPIC_API_KEY: "sk-ant-test", ANTHROPIC_BASE_URL: model.url };
		const answers = new Map<string, ToolAnswer[]>();
		for (const [name, connect] of Object.entries(CLIENTS)) {
			await using folder = await temporaryFolder();
			const local = { ...key, CAIRN_DATABASE_URL: `file:${join(folder.path, "local.db")}` };
			answers.set(`${name}, local store`, await play(connect, local));
			await using registry = await startRegistry({
				CAIRN_DATA_DIR: folder.path,
				TOOLS_REGISTRY_TOKEN: TOKEN,
				HOST: "127.0.0.1",
			});
			const remote = { ...key, TOOLS_REGISTRY_URL: registry.url, TOOLS_REGISTRY_TOKEN: TOKEN };
			answers.set(`${name}, server`, await play(connect, remote));
		}
		const [first, ...others] = [...answers];
		for (const [name, given] of others) expect(given, `${name} against ${first?.[0]}`).toEqual(first?.[1]);
		expect(first?.[1]).toMatchSnapshot();
	});

	test.each(Object.entries(CLIENTS))(
		"are listed to %s in a stable order, within 20 KB",
		async (_name, connect) => {
			await using folder = await temporaryFolder();
			await using client = await connect({ args: ["--db", join(folder.path, "x.db")] });
			const tools = await client.listTools();
			expect(tools.map(({ name }) => name)).toEqual([
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
				"list_scripts",
				"pipeline_run",
				"read_file",
				"read_log",
				"run_script",
				"summarize_file",
				"write_file",
			]);
			expect(JSON.stringify(tools).length).toBeLessThan(20_000);
			const withOutput = tools
				.filter(({ outputSchema }) => outputSchema !== undefined)
				.map(({ name }) => name);
			expect(withOutput).toEqual([
				"append_log",
				"delete_file",
				"get_usage_stats",
				"list_files",
				"list_logs",
				"write_file",
			]);
		},
	);

	test("fill in the agent that the command line or the environment names", async () => {
		await using folder = await temporaryFolder();
		const db = join(folder.path, "x.db");
		await using client = await connectModern({ args: ["--db", db, "--agent", "named"] });
		const [append] = await client.listTools();
		expect(append?.inputSchema).toMatchObject({ required: ["path", "entry"] });
		const answer = await client.call("get_usage_stats", {});
		expect(answer.structuredContent).toMatchObject({ agent_id: "named" });
		const other = await client.call("get_usage_stats", { agent_id: "other" });
		expect(other.structuredContent).toMatchObject({ agent_id: "other" });
		await using second = await connectLegacy({ args: ["--db", db], settings: { CAIRN_AGENT: "from-env" } });
		const fromEnvironment = await second.call("get_usage_stats", {});
		expect(fromEnvironment.structuredContent).toMatchObject({ agent_id: "from-env" });
	});
});

describe("a server that goes away", () => {
	test("fails each call at once with a sentence, and serves again when it is back", async () => {
		await using folder = await temporaryFolder();
		const settings = { CAIRN_DATA_DIR: folder.path, PORT: await keptPort() };
		const registry = await startRegistry(settings);
		await using client = await connectModern({ settings: { TOOLS_REGISTRY_URL: registry.url } });
		await client.call("write_file", { ...NOTES, content: "kept" });
		await registry.stop("SIGKILL");
		for (let attempt = 0; attempt < 3; attempt++) {
			const answer = await client.call("read_file", NOTES);
			expect(answer.isError).toBe(true);
			expect(answer.content[0]?.text).toContain(`The Cairn server at ${registry.url} can't be reached`);
		}
		expect(await client.listTools()).toHaveLength(TOOLS);
		await using _back = await startRegistry(settings);
		const answer = await client.call("read_file", NOTES);
		expect(JSON.parse(answer.content[0]?.text ?? "")).toMatchObject({ content: "kept" });
	});

	test("that was never there doesn't keep the tools from being listed", async () => {
		await using client = await connectModern({ settings: { TOOLS_REGISTRY_URL: "http://127.0.0.1:4" } });
		expect(await client.listTools()).toHaveLength(TOOLS);
	});

	test("that is something else, or wants another token, is told apart", async () => {
		await using other = await startModel();
		await using stranger = await connectModern({ settings: { TOOLS_REGISTRY_URL: other.url } });
		const confused = await stranger.call("get_usage_stats", A);
		expect(confused.content[0]?.text).toContain("doesn't understand");
		await using folder = await temporaryFolder();
		const settings = { CAIRN_DATA_DIR: folder.path, TOOLS_REGISTRY_TOKEN: TOKEN, HOST: "127.0.0.1" };
		await using registry = await startRegistry(settings);
		await using unknown = await connectModern({
			settings: { TOOLS_REGISTRY_URL: registry.url, TOOLS_REGISTRY_TOKEN: "wrong" },
		});
		const refused = await unknown.call("get_usage_stats", A);
		expect(refused.content[0]?.text).toContain("check TOOLS_REGISTRY_TOKEN");
		expect(JSON.stringify(refused) + registry.log.join()).not.toContain(TOKEN);
	});
});
