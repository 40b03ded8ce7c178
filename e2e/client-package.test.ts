import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
	bareEnvironment,
	type RunningRegistry,
	startRegistry,
	type TemporaryFolder,
	temporaryFolder,
} from "./programs.ts";
import { openTokenDesk, type TokenDesk } from "./tokens.ts";

const run = promisify(execFile);
/** Nothing listens there: whatever npm would fetch from elsewhere fails. */
const NOWHERE = "http://127.0.0.1:9";

/** A laptop with Node.js and npm, an empty folder, and no way to anything but this machine. */
async function openLaptop() {
	const folder = await temporaryFolder();
	const environment = bareEnvironment({
		HOME: folder.path,
		npm_config_cache: join(folder.path, "npm-cache"),
		npm_config_registry: NOWHERE,
		npm_config_proxy: "",
		npm_config_update_notifier: "false",
		npm_config_fetch_retries: "0",
		TOOLS_CACHE_DIR: join(folder.path, "cache"),
		TOOLS_RUNS_DIR: join(folder.path, "runs"),
	});
	const npm = (...args: string[]) => run("npm", args, { cwd: folder.path, env: environment });
	await writeFile(join(folder.path, "package.json"), "{}");
	return { folder, environment, npm, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

let data: TemporaryFolder;
let desk: TokenDesk;
let registry: RunningRegistry;
let laptop: Awaited<ReturnType<typeof openLaptop>>;
let command: string;
beforeAll(async () => {
	data = await temporaryFolder();
	desk = await openTokenDesk(data.path);
	registry = await startRegistry({ CAIRN_DATA_DIR: data.path, HOST: "127.0.0.1" });
	laptop = await openLaptop();
	await laptop.npm("install", `${registry.url}/client/cairn.tgz`);
	command = join(laptop.folder.path, "node_modules", ".bin", "cairn");
});
afterAll(async () => {
	await laptop[Symbol.asyncDispose]();
	await registry.stop();
	await desk[Symbol.asyncDispose]();
	await data[Symbol.asyncDispose]();
});

test("a laptop installs the client from its server alone", async () => {
	const installed = join(laptop.folder.path, "node_modules", "cairn", "package.json");
	const manifest = JSON.parse(await readFile(installed, "utf8"));
	expect(manifest).toMatchObject({ name: "cairn", bin: { cairn: expect.any(String) } });
	expect(manifest).not.toHaveProperty("dependencies");
	const { stdout } = await run(command, ["--version"], { env: laptop.environment });
	expect(stdout.trim()).toBe(manifest.version);
});

test("the installed client works with a token that is bound, as its agent", async () => {
	const { token } = await desk.issue({ agentId: "laptop-agent" });
	const env = { ...laptop.environment, TOOLS_REGISTRY_URL: registry.url, TOOLS_REGISTRY_TOKEN: token };
	const client = new Client(
		{ name: "e2e", version: "1" },
		{ versionNegotiation: { mode: { pin: "2026-07-28" } } },
	);
	await client.connect(new StdioClientTransport({ command, args: ["mcp"], env, stderr: "ignore" }));
	try {
		const { tools } = await client.listTools();
		expect(tools.map(({ name }) => name)).toContain("write_file");
		const written = await client.callTool({ name: "write_file", arguments: { path: "a", content: "b" } });
		expect(written.structuredContent).toMatchObject({ path: "a", version: 1 });
		const listed = await client.callTool({ name: "list_scripts", arguments: {} });
		expect(listed.isError ?? false).toBe(false);
		expect(await desk.store.read.all("SELECT agent_id, path FROM files")).toEqual([
			{ agent_id: "laptop-agent", path: "a" },
		]);
	} finally {
		await client.close();
	}
});

test.each([
	[["claims", "list"], {}],
	[["doctor"], { CAIRN_DATABASE_URL: "postgresql://cairn:secret@127.0.0.1:9/cairn" }],
])("without a server the package says to %j that it needs one", async (args, settings) => {
	const env = { ...laptop.environment, ...settings };
	const failed = await run(command, args, { env }).catch((error: unknown) => error);
	expect(failed).toMatchObject({
		stderr: expect.stringContaining("set TOOLS_REGISTRY_URL to that server's address"),
	});
	const examined = await run(command, ["doctor"], { env: laptop.environment }).catch(
		(error: unknown) => error,
	);
	expect(examined).toMatchObject({ code: 1, stdout: expect.stringContaining("no store of its own") });
});

test("the package is served without a token, though there are some, whole, and not again to who has it", async () => {
	await desk.issue();
	const address = `${registry.url}/client/cairn.tgz`;
	const response = await fetch(address);
	const bytes = new Uint8Array(await response.arrayBuffer());
	expect(response.status).toBe(200);
	expect([...bytes.slice(0, 2)]).toEqual([0x1f, 0x8b]);
	// The store's driver, most of what a server needs, is left out.
	expect(bytes.length).toBeLessThan(1_000_000);
	const etag = response.headers.get("etag") ?? "";
	const again = await fetch(address, { headers: { "if-none-match": etag } });
	expect([again.status, (await again.arrayBuffer()).byteLength]).toEqual([304, 0]);
	expect((await fetch(address, { method: "POST" })).status).toBe(405);
});
