import { join } from "node:path";
import { CairnError, createId } from "@cairn/kernel";
import type { InstalledScript } from "../catalog.ts";
import { errorCode, fileFailure } from "../file-failure.ts";
import { MAX_TIMEOUT_MS } from "../limits.ts";
import type { InputValue } from "../manifest/manifest.ts";
import { VersionCopies, type VersionCopy } from "../versions/version-copies.ts";
import { CappedOutput } from "./capped-output.ts";
import { followScript } from "./follow-script.ts";
import { FreshFile } from "./fresh-file.ts";
import { missingPrograms } from "./missing-programs.ts";
import { readOutputs, setAsideOutputs } from "./outputs-file.ts";
import { type InputPlan, planInputs } from "./plan-inputs.ts";
import type { ScriptProgress } from "./progress-lines.ts";
import { openSubfolder, type Run, type RunDirectories } from "./run-directories.ts";
import { type EnvironmentOptions, scriptEnvironment, searchPath } from "./script-environment.ts";
import { errorOf, type ScriptEnd, type ScriptResult } from "./script-result.ts";
import { ScriptStarter } from "./start-script.ts";

const TIMEOUT_MS = 60_000;

export interface ScriptRunnerOptions {
	readonly runs: RunDirectories;
	readonly environment: EnvironmentOptions;
	/** The time limit of scripts whose manifest has none (TOOLS_SCRIPT_TIMEOUT_MS), milliseconds. */
	readonly timeoutMs?: number | undefined;
}

export interface ScriptCall {
	readonly script: InstalledScript;
	/** Checked against the manifest, with its defaults. */
	readonly inputs: Readonly<Record<string, InputValue>>;
	/** Works on in the directory of an earlier run. */
	readonly runId?: string | undefined;
	/** A subfolder of the run's directory for the streams and long inputs, such as `step-01`. */
	readonly subfolder?: string | undefined;
	readonly signal?: AbortSignal | undefined;
	readonly onProgress?: ((progress: ScriptProgress) => void) | undefined;
}

/** Runs scripts on this machine. Knows no store and no network. */
export class ScriptRunner implements AsyncDisposable {
	readonly #options: ScriptRunnerOptions;
	readonly #closed = new AbortController();
	readonly #runs = new Map<string, Promise<unknown>>();
	readonly #starter: ScriptStarter;
	readonly #copies = new VersionCopies();

	constructor(options: ScriptRunnerOptions) {
		this.#options = options;
		this.#starter = new ScriptStarter(searchPath(options.environment));
	}

	/**
	 * Runs a script to its end, its time limit or its cancellation. Whatever it does is a result; two calls with one run
	 * id go one after the other.
	 * @throws CairnError for what keeps it from being run: `invalid_input` for the run id or an input, `forbidden` for files
	 * that were changed, `unavailable` for a missing program, `cancelled`.
	 */
	run(call: ScriptCall): Promise<ScriptResult> {
		const id = call.runId ?? createId("run");
		return this.#inTurn(id, async () => {
			const { script } = call;
			const signal = AbortSignal.any([
				this.#closed.signal,
				...(call.signal === undefined ? [] : [call.signal]),
			]);
			if (signal.aborted)
				throw new CairnError("cancelled", `${script.manifest.name} was cancelled before it started.`);
			await this.#requirePrograms(script);
			const plan = planInputs(call.inputs);
			const opening = this.#options.runs.open(id);
			opening.catch(() => {});
			const copy = await this.#copy(script);
			try {
				const run = await opening;
				const folder = call.subfolder === undefined ? run.path : openSubfolder(run, call.subfolder);
				await setAsideOutputs(run.path);
				return await this.#execute({ call, copy, run, plan, folder, signal });
			} finally {
				copy.release();
			}
		});
	}

	/** Stops all that runs. */
	async [Symbol.asyncDispose](): Promise<void> {
		this.#closed.abort();
		await Promise.allSettled(this.#runs.values());
		await this.#copies[Symbol.asyncDispose]();
		await this.#starter.close();
	}

	async #requirePrograms({ manifest }: InstalledScript): Promise<void> {
		const missing = await missingPrograms(manifest.requires, searchPath(this.#options.environment));
		if (missing.length === 0) return;
		const them = missing.length === 1 ? "it" : "them";
		throw new CairnError(
			"unavailable",
			`${manifest.name} needs ${missing.join(", ")}, not found on the PATH of this machine; install ${them}.`,
			{ missing },
		);
	}

	async #copy(script: InstalledScript): Promise<VersionCopy> {
		const { name } = script.manifest;
		const copy = await this.#copies.take(script).catch((error: unknown) => {
			if (errorCode(error) === undefined) throw error;
			throw new CairnError(
				"unavailable",
				`${name} can't be copied to where it runs, in the cache's folder: ${fileFailure(error)}.`,
			);
		});
		if (!("changed" in copy)) return copy;
		throw new CairnError(
			"forbidden",
			`${name} is not run: its file ${copy.changed} is not as it was when it was taken over. It's put right at the next look at the catalog.`,
			{ file: copy.changed },
		);
	}

	async #inTurn<Result>(id: string, task: () => Promise<Result>): Promise<Result> {
		const before = this.#runs.get(id);
		const mine = (before ?? Promise.resolve()).catch(() => {}).then(task);
		this.#runs.set(id, mine);
		try {
			return await mine;
		} finally {
			if (this.#runs.get(id) === mine) this.#runs.delete(id);
		}
	}

	async #execute({ call, copy, run, plan, folder, signal }: Execution): Promise<ScriptResult> {
		const { manifest } = call.script;
		const startedAt = performance.now();
		const timeoutMs = Math.min(manifest.timeout_ms ?? this.#options.timeoutMs ?? TIMEOUT_MS, MAX_TIMEOUT_MS);
		const stdout = new CappedOutput();
		const stderr = new CappedOutput();
		const environment = {
			...scriptEnvironment(manifest, this.#options.environment),
			...writeInputs(plan, folder),
			TOOLS_RUN_DIR: run.path,
			TOOLS_RUN_ID: run.id,
			TOOLS_CALL_ID: createId("call"),
		};
		using outLog = new FreshFile(join(folder, "stdout.log"));
		using errorLog = new FreshFile(join(folder, "stderr.log"));
		const started = await this.#starter.start({
			file: join(copy.folder, manifest.exec),
			folder: copy.folder,
			environment,
		});
		const end: ScriptEnd =
			"failure" in started
				? { code: null, signal: null, failure: started.failure }
				: await followScript(started, {
						...{ signal, timeoutMs, onProgress: call.onProgress },
						mark: `TOOLS_CALL_ID=${environment.TOOLS_CALL_ID}`,
						out: { log: outLog, output: stdout },
						error: { log: errorLog, output: stderr },
					});
		const { outputs, fault } = await readOutputs(run.path);
		const error = [errorOf(manifest.name, end, timeoutMs), fault]
			.filter((text) => text !== undefined)
			.join(" ");
		return {
			status: error === "" ? "ok" : "error",
			run_id: run.id,
			run_dir: run.path,
			...(outputs !== undefined && { outputs }),
			...(stdout.totalBytes > 0 && { stdout: stdout.text("stdout.log") }),
			...(stderr.totalBytes > 0 && { stderr: stderr.text("stderr.log") }),
			...(error !== "" && { error }),
			exit_code: end.code,
			duration_ms: Math.round(performance.now() - startedAt),
		};
	}
}

interface Execution {
	readonly call: ScriptCall;
	/** The script's files, where this run has them for itself. */
	readonly copy: VersionCopy;
	readonly run: Run;
	readonly plan: InputPlan;
	readonly folder: string;
	readonly signal: AbortSignal;
}

/** Writes the inputs that are too long for the environment. @returns the whole environment of the inputs */
function writeInputs({ variables, files }: InputPlan, folder: string): Record<string, string> {
	const environment: Record<string, string> = { ...variables };
	for (const { variable, name, content } of files) {
		using file = new FreshFile(join(folder, name));
		file.write(content);
		environment[variable] = join(folder, name);
	}
	return environment;
}
