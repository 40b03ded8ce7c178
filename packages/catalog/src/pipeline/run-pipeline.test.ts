import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { CairnError } from "@cairn/kernel";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { folderFixture, manifestOf, temporaryFolder, writeScript } from "../../test/scripts-on-disk.ts";
import { inputSchema } from "../manifest/input-schema.ts";
import type { InputValue } from "../manifest/manifest.ts";
import { RunDirectories } from "../runner/run-directories.ts";
import { ScriptRunner } from "../runner/script-runner.ts";
import { type PipelineStep, pipelineInput } from "./plan-pipeline.ts";
import { type PipelineProgress, runPipeline, type StepCall } from "./run-pipeline.ts";

const v = (name: string) => `$\{${name}}`;

/** Real scripts: `say` gives its text back, `count` adds one, `fail` fails. */
async function fixture() {
	const { folder, source } = await folderFixture({ settleMs: 1 });
	const out = 'printf \'%s\' "$TOOLS_INPUTS_JSON" > "$TOOLS_RUN_DIR/outputs.json"\n';
	await writeScript(folder, "say", {
		manifest: manifestOf("say", "inputs:\n  text: { type: string, required: true }\n"),
		run: `#!/bin/sh\necho "saying $INPUT_TEXT"\necho "::progress 50 half" >&2\n${out}`,
	});
	await writeScript(folder, "count", {
		manifest: manifestOf(
			"count",
			"inputs:\n  n: { type: integer, required: true }\noutputs:\n  n: { type: integer }\n",
		),
		run: '#!/bin/sh\nprintf \'{"n": %s}\' $((INPUT_N + 1)) > "$TOOLS_RUN_DIR/outputs.json"\n',
	});
	await writeScript(folder, "fail", { run: "#!/bin/sh\necho why >&2\nexit 4\n" });
	await writeScript(folder, "squat", {
		run: '#!/bin/sh\nrm -f "$TOOLS_RUN_DIR/pipeline.manifest.json"\nmkdir -p "$TOOLS_RUN_DIR/pipeline.manifest.json/x"\n',
	});
	await writeScript(folder, "vanish", { run: '#!/bin/sh\nrm -rf "$TOOLS_RUN_DIR"\n' });
	const { scripts } = await source.refresh();
	const runs = new RunDirectories({ root: join(temporaryFolder(), "runs"), ttlMs: 86_400_000 });
	const environment = { base: { PATH: process.env.PATH }, passthrough: [], allowedSecrets: [] };
	const runner = new ScriptRunner({ runs, environment });
	const byName = new Map(scripts.map((script) => [script.manifest.name, script]));
	const runTool = async ({ tool, inputs, ...call }: StepCall) => {
		const script = byName.get(tool);
		if (script === undefined) throw new CairnError("not_found", "gone");
		const parsed = inputSchema(script.manifest).safeParse(inputs);
		if (!parsed.success) throw new CairnError("invalid_input", parsed.error.issues[0]?.message ?? "");
		return runner.run({ script, inputs: parsed.data as Record<string, InputValue>, ...call });
	};
	const tools = new Map(scripts.map(({ manifest }) => [manifest.name, manifest]));
	const run = await runs.open();
	const progress: PipelineProgress[] = [];
	const pipeline = (steps: readonly PipelineStep[], signal?: AbortSignal) =>
		runPipeline({ steps, run, tools, runTool, signal, onProgress: (step) => progress.push(step) });
	return { pipeline, run, progress };
}

const manifestIn = async (folder: string) =>
	JSON.parse(await readFile(join(folder, "pipeline.manifest.json"), "utf8"));

test("a step's outputs go into later steps, with their types", async () => {
	const { pipeline, run, progress } = await fixture();
	const result = await pipeline([
		{ tool: "count", inputs: { n: 41 }, outputs_as: { n: "answer" } },
		{ tool: "count", inputs: { n: v("answer") } },
		{ tool: "say", inputs: { text: `It's ${v("answer")}; $${v("answer")}` }, outputs_as: { text: "said" } },
	]);
	expect(result).toEqual({
		run_id: run.id,
		run_dir: run.path,
		status: "ok",
		steps: [
			{ step: 1, tool: "count", status: "ok", outputs: { n: 42 }, bound: { answer: 42 } },
			{ step: 2, tool: "count", status: "ok", outputs: { n: 43 } },
			{
				step: 3,
				tool: "say",
				status: "ok",
				outputs: { text: `It's 42; ${v("answer")}` },
				bound: { said: `It's 42; ${v("answer")}` },
				stdout: `saying It's 42; ${v("answer")}\n`,
				stderr: "::progress 50 half\n",
			},
		],
		final_outputs: { text: `It's 42; ${v("answer")}` },
	});
	expect((await readdir(run.path)).sort()).toEqual([
		...[".cairn-run", "outputs.json", "outputs.previous.json", "pipeline.manifest.json"],
		...["step-01-count", "step-02-count", "step-03-say"],
	]);
	expect(progress).toEqual([
		{ progress: 1, total: 3, message: "count is done" },
		{ progress: 2, total: 3, message: "count is done" },
		{ progress: 2.5, total: 3, message: "say: half" },
		{ progress: 3, total: 3, message: "say is done" },
	]);
	expect(await manifestIn(run.path)).toMatchObject({
		run_id: run.id,
		status: "ok",
		steps: [{ status: "ok" }, {}, {}],
	});
});

test("a pipeline of fifty steps counts to fifty", async () => {
	const { pipeline } = await fixture();
	const steps = Array.from({ length: 50 }, (_, index) => ({
		tool: "count",
		inputs: { n: index === 0 ? 0 : v("n") },
		outputs_as: { n: "n" },
	}));
	const { status, final_outputs, steps: done } = await pipeline(steps);
	expect([status, final_outputs, done.length]).toEqual(["ok", { n: 50 }, 50]);
});

test("it stops at the first failure, and its manifest says where", async () => {
	const { pipeline, run } = await fixture();
	const result = await pipeline([
		{ tool: "count", inputs: { n: 1 } },
		{ tool: "fail" },
		{ tool: "count", inputs: { n: 2 } },
	]);
	expect(result).toMatchObject({
		status: "error",
		steps: [{ status: "ok" }, { status: "error", error: "fail ended with exit code 4.", stderr: "why\n" }],
		final_outputs: { n: 2 },
	});
	expect(await manifestIn(run.path)).toMatchObject({
		status: "error",
		steps: [{ status: "ok" }, { status: "error" }, { step: 3, tool: "count", status: "not run" }],
	});
});

test("its manifest is true while it runs", async () => {
	const { pipeline, run } = await fixture();
	const seen: unknown[] = [];
	const looking = pipeline([{ tool: "say", inputs: { text: "a" } }, { tool: "fail" }]);
	while (seen.length === 0) {
		const manifest = await manifestIn(run.path).catch(() => undefined);
		if (manifest !== undefined) seen.push(manifest);
	}
	await looking;
	expect(seen[0]).toMatchObject({
		status: "running",
		steps: [{ step: 1, tool: "say", status: expect.any(String) }, {}],
	});
});

test("a script that puts a folder in place of its manifest costs neither the result nor the manifest", async () => {
	const { pipeline, run } = await fixture();
	const { status } = await pipeline([
		{ tool: "squat" },
		{ tool: "say", inputs: { text: "a" } },
		{ tool: "squat" },
	]);
	expect(status).toBe("ok");
	expect(await manifestIn(run.path)).toMatchObject({ status: "ok" });
});

test("a script that takes its run's directory away costs no result", async () => {
	const { pipeline } = await fixture();
	const { steps } = await pipeline([{ tool: "say", inputs: { text: "a" } }, { tool: "vanish" }]);
	expect(steps.map(({ tool, status }) => [tool, status])).toEqual([
		["say", "ok"],
		["vanish", "ok"],
	]);
});

describe("what can be found before the first step is, by name", () => {
	test.each<[string, PipelineStep[], RegExp]>([
		[
			"an unknown tool",
			[{ tool: "count", inputs: { n: 1 } }, { tool: "nope" }],
			/^Step 2: there is no tool "nope"\. There are count, fail, say/,
		],
		[
			"an unknown variable",
			[{ tool: "say", inputs: { text: v("x") } }],
			/^Step 1: There is no variable "x"; no earlier step sets one/,
		],
		[
			"a variable that only a later step sets",
			[
				{ tool: "say", inputs: { text: v("n") } },
				{ tool: "count", inputs: { n: 1 }, outputs_as: { n: "n" } },
			],
			/^Step 1: There is no variable "n"/,
		],
		[
			"an output that the manifest doesn't list",
			[{ tool: "count", inputs: { n: 1 }, outputs_as: { m: "x" } }],
			/^Step 1 \(count\): it has no output "m"; it has n/,
		],
		[
			"an unknown argument",
			[{ tool: "say", inputs: { text: "a", txet: "b" } }],
			/^Step 1 \(say\): unknown argument "txet"; it takes text/,
		],
		[
			"a run id of its own",
			[{ tool: "say", inputs: { text: "a", run_id: "b" } }],
			/unknown argument "run_id"/,
		],
		["a missing argument", [{ tool: "say" }], /^Step 1 \(say\): the argument text is required/],
	])("%s", async (_what, steps, message) => {
		const { pipeline, run } = await fixture();
		await expect(pipeline(steps)).rejects.toThrow(message);
		expect(await readdir(run.path)).toEqual([".cairn-run"]);
	});

	test.each([
		["no steps", { steps: [] }],
		["a variable's name with a space", { steps: [{ tool: "a", outputs_as: { x: "a b" } }] }],
		["an output named __proto__", JSON.parse('{"steps":[{"tool":"a","outputs_as":{"__proto__":"x"}}]}')],
		["an argument named __proto__", JSON.parse('{"steps":[{"tool":"a","inputs":{"__proto__":"x"}}]}')],
		["an unknown key", { steps: [{ tool: "a", input: {} }] }],
		["a run id that climbs", { run_id: "../x", steps: [{ tool: "a" }] }],
	])("%s", (_what, input) => {
		expect(pipelineInput.safeParse(input).success).toBe(false);
	});
});

test("the schema that agents see tells what a step takes", () => {
	expect(z.toJSONSchema(pipelineInput, { io: "input" })).toMatchObject({
		properties: {
			steps: {
				items: {
					required: ["tool"],
					additionalProperties: false,
					properties: {
						inputs: { type: "object", description: expect.stringContaining("arguments") },
						outputs_as: { type: "object", additionalProperties: { type: "string" } },
					},
				},
			},
		},
	});
});

describe("what only shows in a step fails that step", () => {
	test("an output that it didn't give", async () => {
		const { pipeline } = await fixture();
		const { steps } = await pipeline([{ tool: "say", inputs: { text: "a" }, outputs_as: { other: "x" } }]);
		expect(steps).toEqual([
			{ step: 1, tool: "say", status: "error", error: 'say gave no output "other"; it gave text.' },
		]);
	});

	test("a variable of a type that the argument doesn't take", async () => {
		const { pipeline } = await fixture();
		const { status, steps } = await pipeline([
			{ tool: "say", inputs: { text: "five" }, outputs_as: { text: "n" } },
			{ tool: "count", inputs: { n: v("n") } },
		]);
		expect([status, steps.map((step) => step.status)]).toEqual(["error", ["ok", "error"]]);
	});

	test("a cancellation", async () => {
		const { pipeline } = await fixture();
		const { status, steps } = await pipeline([{ tool: "say", inputs: { text: "a" } }], AbortSignal.abort());
		expect([status, steps[0]?.error]).toEqual(["error", "say was cancelled before it started."]);
	});
});
