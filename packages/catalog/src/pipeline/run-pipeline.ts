import { CairnError, type Clock, systemClock } from "@cairn/kernel";
import type { Outputs } from "../runner/outputs-file.ts";
import type { ScriptProgress } from "../runner/progress-lines.ts";
import type { Run } from "../runner/run-directories.ts";
import type { ScriptResult } from "../runner/script-result.ts";
import { interpolate } from "./interpolate.ts";
import { writePipelineManifest } from "./pipeline-manifest.ts";
import { checkPipeline, type PipelineStep, type PipelineTools, type WhyNoTool } from "./plan-pipeline.ts";

export interface StepCall {
	readonly tool: string;
	/** Not yet checked against the tool's schema. */
	readonly inputs: Readonly<Record<string, unknown>>;
	readonly runId: string;
	/** Where in the run's directory its streams go. */
	readonly subfolder: string;
	readonly signal: AbortSignal | undefined;
	readonly onProgress: (progress: ScriptProgress) => void;
}

export interface PipelineProgress {
	/** Steps that are done, and the part of the present one. */
	readonly progress: number;
	readonly total: number;
	readonly message: string;
}

export interface PipelineOptions {
	readonly steps: readonly PipelineStep[];
	readonly run: Run;
	readonly tools: PipelineTools;
	readonly whyNoTool?: WhyNoTool | undefined;
	/** Runs one tool; throws CairnError for what keeps it from being run. */
	readonly runTool: (call: StepCall) => Promise<ScriptResult>;
	readonly signal?: AbortSignal | undefined;
	readonly onProgress?: ((progress: PipelineProgress) => void) | undefined;
	readonly clock?: Clock | undefined;
}

/** How a step went; the keys are those that an agent sees. */
export interface StepResult {
	/** Counted from 1. */
	readonly step: number;
	readonly tool: string;
	readonly status: "ok" | "error";
	readonly outputs?: Outputs;
	/** The variables that it set. */
	readonly bound?: Outputs;
	readonly error?: string;
	readonly stdout?: string;
	readonly stderr?: string;
}

export interface PipelineResult {
	readonly run_id: string;
	readonly run_dir: string;
	readonly status: "ok" | "error";
	/** Those that ran. */
	readonly steps: readonly StepResult[];
	/** The outputs of the last step that went well. */
	readonly final_outputs: Outputs;
}

/**
 * Runs steps one after the other in one run directory, until one fails.
 * @throws CairnError `invalid_input` for what is wrong with the steps before any of them runs.
 */
export async function runPipeline(options: PipelineOptions): Promise<PipelineResult> {
	const { steps, run, tools, whyNoTool, clock = systemClock } = options;
	checkPipeline(steps, tools, whyNoTool);
	const variables = new Map<string, unknown>();
	const results: StepResult[] = [];
	const startedAt = clock.now();
	const note = (state: "running" | "ok" | "error") =>
		writePipelineManifest(run, { state, steps, results, startedAt, now: clock.now() });
	for (const [index, step] of steps.entries()) {
		await note("running");
		const result = await runStep(step, { index, variables, options });
		results.push(result);
		for (const [name, value] of Object.entries(result.bound ?? {})) variables.set(name, value);
		if (result.status === "error") break;
		options.onProgress?.({ progress: index + 1, total: steps.length, message: `${step.tool} is done` });
	}
	const status = results.at(-1)?.status ?? "ok";
	await note(status);
	const last = results.findLast((result) => result.status === "ok");
	return { run_id: run.id, run_dir: run.path, status, steps: results, final_outputs: last?.outputs ?? {} };
}

interface StepContext {
	readonly index: number;
	readonly variables: ReadonlyMap<string, unknown>;
	readonly options: PipelineOptions;
}

async function runStep(step: PipelineStep, { index, variables, options }: StepContext): Promise<StepResult> {
	const { run, runTool, signal, onProgress, steps } = options;
	const face = { step: index + 1, tool: step.tool };
	try {
		const inputs = Object.fromEntries(
			Object.entries(step.inputs ?? {}).map(([name, value]) => [name, interpolate(value, variables)]),
		);
		const { status, outputs, error, stdout, stderr } = await runTool({
			tool: step.tool,
			inputs,
			runId: run.id,
			subfolder: subfolderOf(index, step.tool),
			signal,
			onProgress: ({ progress, message }) =>
				onProgress?.({
					progress: index + Math.min(progress, 99) / 100,
					total: steps.length,
					message: message === undefined ? step.tool : `${step.tool}: ${message}`,
				}),
		});
		const given = {
			...(outputs !== undefined && { outputs }),
			...(stdout !== undefined && { stdout }),
			...(stderr !== undefined && { stderr }),
		};
		if (status === "error") return { ...face, status, ...given, error: error ?? "It failed." };
		return { ...face, status, ...given, ...bind(step, outputs ?? {}) };
	} catch (error) {
		if (error instanceof CairnError) return { ...face, status: "error", error: error.message };
		throw error;
	}
}

/** @throws CairnError when the step didn't give an output that a later one waits for. */
function bind({ outputs_as = {}, tool }: PipelineStep, outputs: Outputs): { bound?: Outputs } {
	const wanted = Object.entries(outputs_as);
	const missing = wanted.find(([output]) => !Object.hasOwn(outputs, output))?.[0];
	if (missing !== undefined) {
		const names = Object.keys(outputs).join(", ") || "none";
		throw new CairnError("not_found", `${tool} gave no output "${missing}"; it gave ${names}.`);
	}
	if (wanted.length === 0) return {};
	return { bound: Object.fromEntries(wanted.map(([output, variable]) => [variable, outputs[output]])) };
}

function subfolderOf(index: number, tool: string): string {
	return `step-${String(index + 1).padStart(2, "0")}-${tool}`;
}
