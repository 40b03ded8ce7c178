import { randomUUID } from "node:crypto";
import { lstat, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "../file-failure.ts";
import type { Run } from "../runner/run-directories.ts";
import type { PipelineStep } from "./plan-pipeline.ts";
import type { StepResult } from "./run-pipeline.ts";

export interface PipelineState {
	readonly state: "running" | "ok" | "error";
	readonly steps: readonly PipelineStep[];
	/** Of the steps that are over. */
	readonly results: readonly StepResult[];
	readonly startedAt: number;
	readonly now: number;
}

/**
 * Writes how far a pipeline is into its run directory, whole each time, for people and programs that look in while it
 * runs. Holds no inputs, which may be secret. A convenience: what keeps it from being written (a full disk, something
 * that a script put in its place) is no reason to lose the steps' results.
 */
export async function writePipelineManifest(
	run: Run,
	{ state, steps, results, startedAt, now }: PipelineState,
): Promise<void> {
	const text = {
		run_id: run.id,
		status: state,
		started_at: new Date(startedAt).toISOString(),
		updated_at: new Date(now).toISOString(),
		steps: steps.map(
			({ tool }, index) =>
				results[index] ?? { step: index + 1, tool, status: nextStatus(state, index === results.length) },
		),
	};
	const aside = join(run.path, `.pipeline-${randomUUID()}`);
	const file = join(run.path, "pipeline.manifest.json");
	try {
		await writeFile(aside, `${JSON.stringify(text, null, "\t")}\n`, { mode: 0o600, flag: "wx" });
		const there = await lstat(file).catch(() => undefined);
		if (there?.isDirectory()) await rm(file, { recursive: true, force: true });
		await rename(aside, file);
	} catch (error) {
		if (errorCode(error) === undefined) throw error;
	} finally {
		await rm(aside, { force: true }).catch(() => {});
	}
}

/** Of a step that isn't over. */
function nextStatus(state: PipelineState["state"], isNext: boolean): string {
	if (state !== "running") return "not run";
	return isNext ? "running" : "waiting";
}
