import { CairnError, type Clock } from "@cairn/kernel";
import { parseInput } from "@cairn/operations";
import type { Catalog, CatalogSource, InstalledScript } from "../catalog.ts";
import { inputSchema } from "../manifest/input-schema.ts";
import type { InputValue } from "../manifest/manifest.ts";
import type { PipelineStep } from "../pipeline/plan-pipeline.ts";
import { type PipelineProgress, type PipelineResult, runPipeline } from "../pipeline/run-pipeline.ts";
import type { RunRecord } from "../records/run-record.ts";
import type { ScriptProgress } from "../runner/progress-lines.ts";
import type { RunDirectories } from "../runner/run-directories.ts";
import type { ScriptResult } from "../runner/script-result.ts";
import type { ScriptRunner } from "../runner/script-runner.ts";
import { whyNoScript } from "./why-no-script.ts";

export interface ScriptEngineOptions {
	readonly source: CatalogSource;
	readonly runner: ScriptRunner;
	readonly runs: RunDirectories;
	readonly clock: Clock;
	/** What every record says of this laptop. */
	readonly reporter?: Pick<RunRecord, "agent_id" | "host"> | undefined;
	/** Takes the record of each run, for the server. */
	readonly record?: ((record: Omit<RunRecord, "id">) => Promise<void>) | undefined;
}

export interface ScriptRunCall {
	/** The tool's name. */
	readonly tool: string;
	/** As the caller gave them, `run_id` included. */
	readonly inputs: unknown;
	readonly subfolder?: string | undefined;
	readonly signal?: AbortSignal | undefined;
	readonly onProgress?: ((progress: ScriptProgress) => void) | undefined;
}

export interface PipelineCall {
	readonly steps: readonly PipelineStep[];
	readonly runId?: string | undefined;
	readonly signal?: AbortSignal | undefined;
	readonly onProgress?: ((progress: PipelineProgress) => void) | undefined;
}

/** The catalog and what runs it, as the tools see them. */
export class ScriptEngine {
	readonly #options: ScriptEngineOptions;

	constructor(options: ScriptEngineOptions) {
		this.#options = options;
	}

	catalog(): Catalog {
		return this.#options.source.current();
	}

	/**
	 * Runs a script in the version that the catalog has now.
	 * @throws CairnError `not_found` for a name that no script has, `invalid_input` for arguments that its manifest doesn't
	 * know, and what the runner throws.
	 */
	async run({ tool, inputs, subfolder, signal, onProgress }: ScriptRunCall): Promise<ScriptResult> {
		const script = this.#find(tool);
		const { run_id: runId, ...values } = parseInput(inputSchema(script.manifest), inputs);
		const startedAt = this.#options.clock.now();
		const result = await this.#options.runner.run({
			script,
			inputs: givenInputs(values),
			runId: typeof runId === "string" ? runId : undefined,
			subfolder,
			signal,
			onProgress,
		});
		await this.#record(script, result, startedAt);
		return result;
	}

	/** @throws CairnError for what is wrong with the steps before the first one runs. */
	async runPipeline({ steps, runId, signal, onProgress }: PipelineCall): Promise<PipelineResult> {
		const { runs, clock } = this.#options;
		const catalog = this.catalog();
		const tools = new Map(catalog.scripts.map(({ manifest }) => [manifest.name, manifest]));
		return runPipeline({
			steps,
			run: await runs.open(runId),
			tools,
			whyNoTool: (tool) => whyNoScript(catalog, tool),
			signal,
			onProgress,
			clock,
			runTool: ({ tool, inputs, runId: run_id, ...call }) =>
				this.run({ tool, inputs: { ...inputs, run_id }, ...call }),
		});
	}

	#find(tool: string): InstalledScript {
		const catalog = this.catalog();
		const script = catalog.scripts.find(({ manifest }) => manifest.name === tool);
		if (script !== undefined) return script;
		const why = whyNoScript(catalog, tool) ?? "list_scripts shows what there is.";
		throw new CairnError("not_found", `There is no script of that name. ${why}`);
	}

	/** A record that can't be kept must not fail the run that it tells of. */
	async #record(script: InstalledScript, result: ScriptResult, startedAt: number): Promise<void> {
		const { record, reporter } = this.#options;
		if (record === undefined || reporter === undefined) return;
		await record({
			...reporter,
			script: script.name,
			tool: script.manifest.name,
			digest: script.digest,
			run_id: result.run_id,
			started_at: startedAt,
			duration_ms: result.duration_ms,
			status: result.status,
			exit_code: result.exit_code,
		}).catch(() => {});
	}
}

/** Arguments that were left out are undefined here, and no inputs at all to the script. */
function givenInputs(values: Readonly<Record<string, unknown>>): Record<string, InputValue> {
	const given: Record<string, InputValue> = {};
	for (const [name, value] of Object.entries(values)) {
		if (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
			given[name] = value;
	}
	return given;
}
