import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { InstalledScript } from "../src/catalog.ts";
import { RunDirectories } from "../src/runner/run-directories.ts";
import { ScriptRunner, type ScriptRunnerOptions } from "../src/runner/script-runner.ts";
import { folderFixture, manifestOf, temporaryFolder, writeScript } from "./scripts-on-disk.ts";

export interface RunnerFixture {
	readonly runner: ScriptRunner;
	/** The folder of all runs. */
	readonly root: string;
}

export function runnerFixture(options: Partial<ScriptRunnerOptions> = {}): RunnerFixture {
	const root = join(temporaryFolder(), "runs");
	const runner = new ScriptRunner({
		runs: new RunDirectories({ root, ttlMs: 86_400_000 }),
		environment: { base: { PATH: process.env.PATH, HOME: "/nowhere" }, passthrough: [], allowedSecrets: [] },
		// Only a script's own limit is to be met.
		timeoutMs: 600_000,
		...options,
	});
	onTestFinished(() => runner[Symbol.asyncDispose]());
	return { runner, root };
}

/** A script `tool` with a body for its run.sh, after its first line. */
export async function installScript(
	body: string,
	more = "",
	first = "#!/bin/bash",
): Promise<InstalledScript> {
	const { folder, source } = await folderFixture({ settleMs: 1 });
	await writeScript(folder, "tool", {
		manifest: manifestOf("tool", more),
		run: `${first}\n${body}\n`,
		"asset.txt": "asset\n",
	});
	const { scripts, broken } = await source.refresh();
	const [script] = scripts;
	if (script === undefined) throw new Error(JSON.stringify(broken));
	return script;
}
