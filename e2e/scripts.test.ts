import { execFileSync } from "node:child_process";
import { chmod, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createOwnerDecisions } from "@cairn/catalog/server";
import { systemClock } from "@cairn/kernel";
import { openStore } from "@cairn/store";
import { Client as ModernClient } from "@modelcontextprotocol/client";
import { StdioClientTransport as ModernStdio } from "@modelcontextprotocol/client/stdio";
import { Client as LegacyClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as LegacyStdio } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ToolListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { describe, expect, test, vi } from "vitest";
import type { ToolAnswer } from "./mcp-clients.ts";
import { bareEnvironment, CAIRN, startRegistry, type TemporaryFolder, temporaryFolder } from "./programs.ts";

interface ScriptsClient extends AsyncDisposable {
	/** How often the client was told that its tools have changed. */
	announced(): number;
	names(): Promise<string[]>;
	call(name: string, input?: Record<string, unknown>): Promise<ToolAnswer>;
	readonly pid: number | null;
}

type ConnectScripts = (settings: Record<string, string>) => Promise<ScriptsClient>;

const info = { name: "e2e", version: "1.0.0" };

const connectLegacy: ConnectScripts = async (settings) => {
	const client = new LegacyClient(info);
	let announced = 0;
	client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
		announced++;
	});
	const env = bareEnvironment(settings);
	const transport = new LegacyStdio({
		command: process.execPath,
		args: [CAIRN, "mcp"],
		env,
		stderr: "ignore",
	});
	await client.connect(transport);
	return {
		announced: () => announced,
		names: async () => (await client.listTools()).tools.map(({ name }) => name),
		call: async (name, input = {}) => (await client.callTool({ name, arguments: input })) as ToolAnswer,
		pid: transport.pid,
		[Symbol.asyncDispose]: () => client.close(),
	};
};

const connectModern: ConnectScripts = async (settings) => {
	let announced = 0;
	const onChanged = () => {
		announced++;
	};
	const client = new ModernClient(info, {
		versionNegotiation: { mode: { pin: "2026-07-28" } },
		listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged } },
	});
	const env = bareEnvironment(settings);
	const transport = new ModernStdio({
		command: process.execPath,
		args: [CAIRN, "mcp"],
		env,
		stderr: "ignore",
	});
	await client.connect(transport);
	return {
		announced: () => announced,
		names: async () => (await client.listTools()).tools.map(({ name }) => name),
		call: async (name, input = {}) => (await client.callTool({ name, arguments: input })) as ToolAnswer,
		pid: transport.pid,
		[Symbol.asyncDispose]: () => client.close(),
	};
};

const ERAS: Array<[string, ConnectScripts]> = [
	["2025", connectLegacy],
	["2026-07-28", connectModern],
];

async function writeScript(
	folder: string,
	name: string,
	{ description = `Does ${name}.`, run = "echo hello" } = {},
) {
	const dir = join(folder, "scripts", name);
	await mkdir(dir, { recursive: true });
	const manifest = `name: ${name}\ndescription: ${description}\nexec: ./run.sh\ninputs:\n  text: { type: string }\noutputs:\n  length: { type: integer }\n`;
	await writeFile(join(dir, "manifest.yaml"), manifest);
	await writeFile(join(dir, "run.sh"), `#!/bin/bash\n${run}\n`);
	await chmod(join(dir, "run.sh"), 0o755);
}

/** A registry over a folder of scripts, and the settings of a laptop that asks it. */
async function serveScripts(folder: TemporaryFolder, settings: Record<string, string> = {}) {
	await mkdir(join(folder.path, "scripts"), { recursive: true });
	const registry = await startRegistry({
		CAIRN_DATA_DIR: join(folder.path, "data"),
		TOOLS_SCRIPTS_DIR: join(folder.path, "scripts"),
		...settings,
	});
	const laptop = {
		TOOLS_REGISTRY_URL: registry.url,
		TOOLS_CACHE_DIR: join(folder.path, "laptop", "cache"),
		TOOLS_RUNS_DIR: join(folder.path, "laptop", "runs"),
		TOOLS_POLL_MS: "200",
		HOME: join(folder.path, "laptop"),
	};
	return { registry, laptop };
}

const resultOf = ({ content }: ToolAnswer) => JSON.parse(content[0]?.text ?? "");

describe.each(ERAS)("a folder on the server becomes tools on a laptop, era %s", (_era, connect) => {
	test("a script that comes, changes and goes reaches a running client", async () => {
		await using folder = await temporaryFolder();
		const { registry, laptop } = await serveScripts(folder);
		await using _registry = registry;
		await using client = await connect(laptop);
		await writeScript(folder.path, "greet", { run: 'echo "one $INPUT_TEXT"' });
		await vi.waitFor(async () => expect(await client.names()).toContain("greet"));
		expect(resultOf(await client.call("greet", { text: "it's $(date)" }))).toMatchObject({
			status: "ok",
			stdout: "one it's $(date)\n",
			exit_code: 0,
		});
		await writeScript(folder.path, "greet", { run: "echo two; exit 3" });
		await vi.waitFor(async () => {
			const answer = await client.call("greet");
			expect(answer.isError).toBe(true);
			expect(resultOf(answer)).toMatchObject({ status: "error", exit_code: 3, stdout: "two\n" });
		});
		await rm(join(folder.path, "scripts", "greet"), { recursive: true });
		await vi.waitFor(async () => expect(await client.names()).not.toContain("greet"));
	});

	test("a script can be called as soon as the client is connected, before it is listed", async () => {
		await using folder = await temporaryFolder();
		const { registry, laptop } = await serveScripts(folder);
		await using _registry = registry;
		await writeScript(folder.path, "greet", { run: 'echo "hello $INPUT_TEXT"' });
		for (const cache of ["an empty cache", "a warm cache"]) {
			await using client = await connect(laptop);
			expect(resultOf(await client.call("greet", { text: cache }))).toMatchObject({
				stdout: `hello ${cache}\n`,
			});
			expect(await client.names()).toContain("greet");
			await expect(client.call("no_such_script")).rejects.toThrow("Tool no_such_script not found");
		}
	});

	test("twenty new scripts are announced once, in a sorted list", async () => {
		await using folder = await temporaryFolder();
		const { registry, laptop } = await serveScripts(folder);
		await using _registry = registry;
		await using client = await connect(laptop);
		await client.call("list_scripts");
		const before = client.announced();
		// Written beside the catalog and moved in at once, as a person does who copies a folder there.
		await using aside = await temporaryFolder();
		for (let index = 10; index < 30; index++) await writeScript(aside.path, `tool_${index}`);
		execFileSync("bash", ["-c", 'mv "$1"/scripts/* "$2"/scripts/', "mv", aside.path, folder.path]);
		await vi.waitFor(async () => {
			const names = await client.names();
			expect(names.filter((name) => name.startsWith("tool_"))).toHaveLength(20);
			expect(names).toEqual([...names].sort());
			expect(client.announced() - before).toBe(1);
		});
	});
});

describe("on a laptop", () => {
	test("the registry's events bring a change at once, however long the poll is", async () => {
		await using folder = await temporaryFolder();
		const { registry, laptop } = await serveScripts(folder);
		await using _registry = registry;
		await using client = await connectLegacy({ ...laptop, TOOLS_POLL_MS: "3600000" });
		await client.call("list_scripts");
		await writeScript(folder.path, "greet");
		await vi.waitFor(async () => expect(await client.names()).toContain("greet"));
	});

	test("an approved script is served in just the version that was approved, and a new one waits", async () => {
		await using folder = await temporaryFolder();
		const { registry, laptop } = await serveScripts(folder, { CAIRN_CATALOG_APPROVAL: "required" });
		await using _registry = registry;
		await writeScript(folder.path, "greet", { run: "echo one" });
		await using client = await connectLegacy(laptop);
		const { broken } = await vi.waitFor(async () => {
			const listed = resultOf(await client.call("list_scripts"));
			expect(listed.broken).toHaveLength(1);
			return listed;
		});
		expect(broken[0]).toMatchObject({
			dir: "greet",
			serving: "nothing",
			reason: expect.stringContaining("approval"),
		});
		await using store = await openStore({ file: join(folder.path, "data", "cairn.db") });
		const decisions = createOwnerDecisions({ store, clock: systemClock });
		const newest = async () =>
			(await store.read.get<{ digest: string }>("SELECT newest_digest AS digest FROM scripts"))?.digest ?? "";
		await decisions.approve("greet", await newest());
		await vi.waitFor(async () => expect(await client.names()).toContain("greet"));
		const approved = await newest();
		await writeScript(folder.path, "greet", { run: "echo two" });
		await vi.waitFor(async () => expect(await newest()).not.toBe(approved));
		expect(resultOf(await client.call("greet")).stdout).toBe("one\n");
		await decisions.approve("greet", await newest());
		await vi.waitFor(async () => expect(resultOf(await client.call("greet")).stdout).toBe("two\n"));
	});

	test("a client that ignores announcements reaches every script by run_script and pipeline_run", async () => {
		await using folder = await temporaryFolder();
		const { registry, laptop } = await serveScripts(folder);
		await using _registry = registry;
		await writeScript(folder.path, "greet", {
			run: 'echo "hello $INPUT_TEXT"; printf \'{"length": 5}\' > "$TOOLS_RUN_DIR/outputs.json"',
		});
		await using client = await connectLegacy(laptop);
		const { scripts } = resultOf(await client.call("list_scripts"));
		expect(scripts[0].outputs).toEqual({ length: { type: "integer" } });
		expect(
			resultOf(await client.call("run_script", { name: "greet", inputs: { text: "you" } })),
		).toMatchObject({
			status: "ok",
			stdout: "hello you\n",
			outputs: { length: 5 },
		});
		const steps = [
			{ tool: "greet", inputs: { text: "a" }, outputs_as: { length: "n" } },
			{ tool: "greet", inputs: { text: "n is " + "$" + "{n}" } },
		];
		expect(resultOf(await client.call("pipeline_run", { steps }))).toMatchObject({
			status: "ok",
			steps: [{ bound: { n: 5 } }, { stdout: "hello n is 5\n" }],
		});
	});

	test("the cached catalog serves while the server is away, says how old it is, and runs are reported when it's back", async () => {
		await using folder = await temporaryFolder();
		const { registry, laptop } = await serveScripts(folder);
		await using _registry = registry;
		await writeScript(folder.path, "greet");
		await using first = await connectLegacy(laptop);
		await vi.waitFor(async () => expect(await first.names()).toContain("greet"));
		await registry.stop("SIGKILL");
		await first[Symbol.asyncDispose]();

		await using client = await connectLegacy(laptop);
		await vi.waitFor(async () => expect(await client.names()).toContain("greet"));
		expect(resultOf(await client.call("greet"))).toMatchObject({ status: "ok" });
		const { catalog } = resultOf(await client.call("list_scripts"));
		expect(catalog).toMatchObject({ from: registry.url, age_seconds: expect.any(Number) });
		expect(catalog.problem).toContain("stays in use");

		const { port } = new URL(registry.url);
		const { registry: back } = await serveScripts(folder, { PORT: port });
		await using _back = back;
		await client.call("greet");
		await using store = await openStore({ file: join(folder.path, "data", "cairn.db") });
		await vi.waitFor(async () => {
			const runs = await store.read.all("SELECT dir, status, exit_code FROM script_runs");
			expect(runs).toEqual(Array.from({ length: 2 }, () => ({ dir: "greet", status: "ok", exit_code: 0 })));
			const row = await store.read.get<{ holds: string }>("SELECT CAST(holds AS TEXT) AS holds FROM laptops");
			expect(Object.keys(JSON.parse(row?.holds ?? "{}"))).toEqual(["greet"]);
		});
	});

	test("a registry that signs with another key is refused by name, and the cached catalog still serves", async () => {
		await using folder = await temporaryFolder();
		const { registry, laptop } = await serveScripts(folder);
		await using _registry = registry;
		await writeScript(folder.path, "greet", { run: "echo good" });
		await using client = await connectModern(laptop);
		await vi.waitFor(async () => expect(await client.names()).toContain("greet"));
		await registry.stop();
		await rm(join(folder.path, "data", "catalog-key.pem"));
		await writeScript(folder.path, "greet", { run: "echo evil" });
		const { registry: impostor } = await serveScripts(folder, { PORT: new URL(registry.url).port });
		await using _impostor = impostor;
		await vi.waitFor(async () => {
			const { catalog } = resultOf(await client.call("list_scripts"));
			expect(catalog.problem).toMatch(/key/);
		});
		expect(resultOf(await client.call("greet")).stdout).toBe("good\n");
	});

	test("a cache that was edited by hand does not run", async () => {
		await using folder = await temporaryFolder();
		const { registry, laptop } = await serveScripts(folder);
		await using _registry = registry;
		await writeScript(folder.path, "greet", { run: "echo good" });
		await using client = await connectLegacy({ ...laptop, TOOLS_POLL_MS: "60000" });
		await vi.waitFor(async () => expect(await client.names()).toContain("greet"));
		await registry.stop();
		const cached = execFileSync("find", [laptop.TOOLS_CACHE_DIR, "-name", "run.sh", "-type", "f"], {
			encoding: "utf8",
		});
		for (const file of cached.trim().split("\n")) await writeFile(file, "#!/bin/bash\necho evil\n");
		const answer = await client.call("greet");
		expect(answer.isError).toBe(true);
		expect(answer.content[0]?.text).toContain("is not as it was when it was taken over");
	});

	test("what a script started is gone when the client goes away", async () => {
		await using folder = await temporaryFolder();
		const { registry, laptop } = await serveScripts(folder);
		await using _registry = registry;
		const marker = `cairn-e2e-${process.pid}-${Date.now()}`;
		await writeScript(folder.path, "linger", {
			run: `trap '' TERM\n(setsid bash -c 'exec -a ${marker} sleep 60' &)\necho up > "$TOOLS_RUN_DIR/up"\nexec -a ${marker} sleep 60`,
		});
		const client = await connectLegacy(laptop);
		await vi.waitFor(async () => expect(await client.names()).toContain("linger"));
		void client.call("linger", { run_id: "r1" } as never).catch(() => {});
		await vi.waitFor(() => readFile(join(laptop.TOOLS_RUNS_DIR, "r1", "up")));
		expect(processes(marker)).toBeGreaterThan(0);
		await client[Symbol.asyncDispose]();
		await vi.waitFor(() => expect(processes(marker)).toBe(0));
	});

	test("a script can't look up the secrets of the program that started it", async () => {
		await using folder = await temporaryFolder();
		const token = "a-token-of-32-characters-or-more-0";
		// Its own, as the script sees what all programs of the machine show, those of another run of the tests among them.
		const key = `a-key-of-${process.pid}`;
		const { registry, laptop } = await serveScripts(folder, { TOOLS_REGISTRY_TOKEN: token });
		await using _registry = registry;
		await writeScript(folder.path, "snoop", {
			run: `for p in /proc/[0-9]*; do tr '\\0' '\\n' < $p/environ; done 2> /dev/null > "$TOOLS_RUN_DIR/seen"; env > "$TOOLS_RUN_DIR/own"`,
		});
		const settings = {
			...laptop,
			TOOLS_REGISTRY_TOKEN: token,
			ANTHROPIC_API_KEY: key,
			LANG: "C",
		};
		await using client = await connectLegacy(settings);
		await vi.waitFor(async () => expect(await client.names()).toContain("snoop"));
		const { run_dir } = resultOf(await client.call("snoop"));
		const seen = await readFile(join(run_dir, "seen"), "utf8");
		expect(seen).toContain("\nANTHROPIC_API_KEY=\n");
		expect(seen).not.toContain(key);
		const own = await readFile(join(run_dir, "own"), "utf8");
		expect(own).toContain(`HOME=${laptop.HOME}\n`);
		expect(own).toContain("LANG=C\n");
	});

	test("the shipped examples make a chain of steps", async () => {
		await using folder = await temporaryFolder();
		const text = Array.from({ length: 30 }, (_, line) => `line ${line + 1}: "it's" $(date) ä`).join("\n");
		await using client = await connectModern({
			CAIRN_DATABASE_URL: `file:${join(folder.path, "x.db")}`,
			TOOLS_CACHE_DIR: join(folder.path, "cache", "scripts"),
			TOOLS_RUNS_DIR: join(folder.path, "runs"),
			HOME: folder.path,
		});
		const variable = (name: string) => ["${", name, "}"].join("");
		const steps = [
			{ tool: "echo", inputs: { text }, outputs_as: { file: "all" } },
			{
				tool: "head_lines",
				inputs: { file: variable("all"), lines: 3 },
				outputs_as: { text: "top", lines: "n" },
			},
			{
				tool: "echo",
				inputs: { text: `${variable("n")} lines:\n${variable("top")}` },
				outputs_as: { file: "report" },
			},
			{ tool: "head_lines", inputs: { file: variable("report"), lines: variable("n") } },
		];
		const answer = await vi.waitFor(async () => {
			const given = await client.call("pipeline_run", { steps, run_id: "chain" });
			expect(given.isError).not.toBe(true);
			return resultOf(given);
		});
		const lines = text.split("\n");
		expect(answer).toMatchObject({ status: "ok", run_id: "chain", final_outputs: { lines: 3 } });
		expect(answer.final_outputs.text.trimEnd()).toBe(`3 lines:\n${lines[0]}\n${lines[1]}`);
		expect(answer.steps.map(({ tool, status }: { tool: string; status: string }) => [tool, status])).toEqual(
			["echo", "head_lines", "echo", "head_lines"].map((tool) => [tool, "ok"]),
		);
		const kept = JSON.parse(await readFile(join(answer.run_dir, "pipeline.manifest.json"), "utf8"));
		expect(kept).toMatchObject({ status: "ok", steps: [{}, {}, {}, { tool: "head_lines", status: "ok" }] });

		const broken = await client.call("pipeline_run", {
			steps: [steps[0], { tool: "head_lines", inputs: { file: "/no/such/file" } }, steps[0]],
		});
		expect(broken.isError).toBe(true);
		expect(resultOf(broken)).toMatchObject({
			status: "error",
			steps: [
				{ status: "ok" },
				{ status: "error", stderr: "There is no file /no/such/file; give the path of a text file.\n" },
			],
		});
	});

	test("without a server the local folder serves", async () => {
		await using folder = await temporaryFolder();
		await writeScript(folder.path, "greet");
		await using client = await connectModern({
			CAIRN_DATABASE_URL: `file:${join(folder.path, "x.db")}`,
			TOOLS_SCRIPTS_DIR: join(folder.path, "scripts"),
			TOOLS_CACHE_DIR: join(folder.path, "cache", "scripts"),
			TOOLS_RUNS_DIR: join(folder.path, "runs"),
		});
		await vi.waitFor(async () => expect(await client.names()).toContain("greet"));
		expect(resultOf(await client.call("greet"))).toMatchObject({ status: "ok", stdout: "hello\n" });
		expect(resultOf(await client.call("list_scripts")).catalog).toMatchObject({ from: "local" });
	});
});

/** How many processes have a word in their command line. */
function processes(marker: string): number {
	const all = execFileSync("ps", ["-eo", "args"], { encoding: "utf8" });
	return all.split("\n").filter((line) => line.startsWith(marker)).length;
}
