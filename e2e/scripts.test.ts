import { execFileSync } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { createOwnerDecisions } from "@cairn/catalog/server";
import { systemClock } from "@cairn/kernel";
import { openStore } from "@cairn/store";
import { describe, expect, test, vi } from "vitest";
import { temporaryFolder } from "./programs.ts";
import {
	connectLegacy,
	connectModern,
	ERAS,
	resultOf,
	serveScripts,
	writeScript,
} from "./scripts-on-laptop.ts";

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
			await expect(client.call("no_such_script")).rejects.toThrow(
				"Tool no_such_script not found. list_scripts shows which scripts there are.",
			);
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
		await writeScript(folder.path, "torn", { description: "a: b" });
		await vi.waitFor(async () => expect(resultOf(await client.call("list_scripts")).broken).toHaveLength(1));
		const fault = /folder torn can't be used \(manifest\.yaml line \d+\): ./;
		await expect(client.call("torn")).rejects.toThrow(fault);
		expect((await client.call("run_script", { name: "torn" })).content).toMatchObject([
			{ text: expect.stringMatching(fault) },
			{ text: expect.stringContaining("not_found") },
		]);
		expect((await client.call("pipeline_run", { steps: [{ tool: "torn" }] })).content).toMatchObject([
			{ text: expect.stringMatching(fault) },
			{ text: expect.stringContaining("invalid_input") },
		]);
		const steps = [
			{ tool: "greet", inputs: { text: "a" }, outputs_as: { length: "n" } },
			{ tool: "greet", inputs: { text: "n is " + "$" + "{n}" } },
		];
		expect(resultOf(await client.call("pipeline_run", { steps }))).toMatchObject({
			status: "ok",
			steps: [{ bound: { n: 5 } }, { stdout: "hello n is 5\n" }],
		});
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
