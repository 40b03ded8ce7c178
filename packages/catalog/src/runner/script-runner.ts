import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { CairnError, createId } from "@cairn/kernel";
import type { InstalledScript } from "../catalog.ts";
import { MAX_TIMEOUT_MS } from "../limits.ts";
import type { InputValue } from "../manifest/manifest.ts";
import { changedFile } from "../versions/check-version.ts";
import { CappedOutput } from "./capped-output.ts";
import { type LogStreamOptions, logStream } from "./log-stream.ts";
import { missingPrograms } from "./missing-programs.ts";
import { openNewFile } from "./new-file.ts";
import { readOutputs, setAsideOutputs } from "./outputs-file.ts";
import { type InputPlan, planInputs } from "./plan-inputs.ts";
import { ProgressLines, type ScriptProgress } from "./progress-lines.ts";
import { openSubfolder, type Run, type RunDirectories } from "./run-directories.ts";
import { type EnvironmentOptions, scriptEnvironment } from "./script-environment.ts";
import { errorOf, type ScriptEnd, type ScriptResult } from "./script-result.ts";
import { type StartedScript, startScript } from "./start-script.ts";
import { stopRun } from "./stop-run.ts";

const TIMEOUT_MS = 60_000;
const GRACE_MS = 2000;
/** How long what a script left running may still write to its streams after it ended, milliseconds. */
const LINGER_MS = 1000;

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

	constructor(options: ScriptRunnerOptions) {
		this.#options = options;
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
			await requireUnchanged(script);
			const plan = planInputs(call.inputs);
			const run = await this.#options.runs.open(id);
			const folder = call.subfolder === undefined ? run.path : await openSubfolder(run, call.subfolder);
			await setAsideOutputs(run.path);
			return this.#execute({ call, run, plan, folder, signal });
		});
	}

	/** Stops all that runs. */
	async [Symbol.asyncDispose](): Promise<void> {
		this.#closed.abort();
		await Promise.allSettled(this.#runs.values());
	}

	async #requirePrograms({ manifest }: InstalledScript): Promise<void> {
		const { PATH = "" } = scriptEnvironment(manifest, this.#options.environment);
		const missing = await missingPrograms(manifest.requires, PATH);
		if (missing.length === 0) return;
		const them = missing.length === 1 ? "it" : "them";
		throw new CairnError(
			"unavailable",
			`${manifest.name} needs ${missing.join(", ")}, not found on the PATH of this machine; install ${them}.`,
			{ missing },
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

	async #execute({ call, run, plan, folder, signal }: Execution): Promise<ScriptResult> {
		const { manifest } = call.script;
		const startedAt = performance.now();
		const timeoutMs = Math.min(manifest.timeout_ms ?? this.#options.timeoutMs ?? TIMEOUT_MS, MAX_TIMEOUT_MS);
		const stdout = new CappedOutput();
		const stderr = new CappedOutput();
		const environment = {
			...scriptEnvironment(manifest, this.#options.environment),
			...(await writeInputs(plan, folder)),
			TOOLS_RUN_DIR: run.path,
			TOOLS_RUN_ID: run.id,
		};
		await using outLog = await openNewFile(join(folder, "stdout.log"));
		await using errorLog = await openNewFile(join(folder, "stderr.log"));
		const started = await startScript({
			file: join(call.script.folder, manifest.exec),
			folder: call.script.folder,
			environment,
		});
		const end: ScriptEnd =
			"failure" in started
				? { code: null, signal: null, failure: started.failure }
				: await follow(started, {
						...{ run, signal, timeoutMs, onProgress: call.onProgress },
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
	readonly run: Run;
	readonly plan: InputPlan;
	readonly folder: string;
	readonly signal: AbortSignal;
}

async function requireUnchanged(script: InstalledScript): Promise<void> {
	const changed = await changedFile(script);
	if (changed === undefined) return;
	throw new CairnError(
		"forbidden",
		`${script.manifest.name} is not run: its file ${changed} is not as it was when it was taken over. It's put right at the next look at the catalog.`,
		{ file: changed },
	);
}

/** Writes the inputs that are too long for the environment. @returns the whole environment of the inputs */
async function writeInputs({ variables, files }: InputPlan, folder: string): Promise<Record<string, string>> {
	const environment: Record<string, string> = { ...variables };
	for (const { variable, name, content } of files) {
		await using file = await openNewFile(join(folder, name));
		await file.writeFile(content);
		environment[variable] = join(folder, name);
	}
	return environment;
}

interface Following extends Bounds {
	readonly run: Run;
	readonly onProgress: ScriptCall["onProgress"];
	readonly out: LogStreamOptions;
	readonly error: LogStreamOptions;
}

async function follow(
	started: StartedScript,
	{ run, onProgress, out, error, ...bounds }: Following,
): Promise<ScriptEnd> {
	const progress = onProgress && new ProgressLines(onProgress);
	// At once: what nobody reads from its first moment on is lost.
	const streams = Promise.all([
		logStream(started.stdout, out),
		logStream(started.stderr, { ...error, onChunk: progress && ((chunk) => progress.push(chunk)) }),
	]);
	const stopped = await endedOrStopped(started, bounds);
	const marks = [`TOOLS_RUN_ID=${run.id}`, `TOOLS_RUN_DIR=${run.path}`];
	const left = stopped && (await stopRun({ leader: started.pid, marks, graceMs: GRACE_MS }));
	const over = new AbortController();
	await Promise.race([
		streams,
		wait(LINGER_MS, undefined, { signal: over.signal, ref: false }).catch(() => {}),
	]);
	over.abort();
	started.stdout.destroy();
	started.stderr.destroy();
	await streams;
	const exit = left ? { code: null, signal: null } : await started.exited;
	return { ...exit, stopped, left };
}

interface Bounds {
	readonly signal: AbortSignal;
	readonly timeoutMs: number;
}

/** Waits until a script ends; tells why it has to be stopped when it doesn't. */
async function endedOrStopped(
	{ exited }: StartedScript,
	{ signal, timeoutMs }: Bounds,
): Promise<"time limit" | "cancelled" | undefined> {
	let timer: NodeJS.Timeout | undefined;
	let onAbort = () => {};
	const stop = new Promise<"time limit" | "cancelled">((resolve) => {
		timer = setTimeout(() => resolve("time limit"), timeoutMs);
		onAbort = () => resolve("cancelled");
		signal.addEventListener("abort", onAbort, { once: true });
		if (signal.aborted) onAbort();
	});
	try {
		return await Promise.race([exited.then(() => undefined), stop]);
	} finally {
		clearTimeout(timer);
		signal.removeEventListener("abort", onAbort);
	}
}
