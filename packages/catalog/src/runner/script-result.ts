import type { Outputs } from "./outputs-file.ts";

/** What a run gives back; the keys are those that an agent sees. */
export interface ScriptResult {
	readonly status: "ok" | "error";
	readonly run_id: string;
	readonly run_dir: string;
	readonly outputs?: Outputs;
	/** The first and the last part; missing when there was none. */
	readonly stdout?: string;
	readonly stderr?: string;
	/** Why the status is error, as a sentence. */
	readonly error?: string;
	/** null when a signal ended it. */
	readonly exit_code: number | null;
	readonly duration_ms: number;
}

/** Why a script was stopped. */
export type StopReason = "time limit" | "cancelled" | "unsupervised";

/** How a script ended, before it's put into words. */
export interface ScriptEnd {
	readonly code: number | null;
	/** Its name. */
	readonly signal: string | null;
	/** The system's word for why it never started. */
	readonly failure?: string;
	readonly stopped?: StopReason | undefined;
	/** Processes that SIGKILL didn't end. */
	readonly left?: number | undefined;
}

const FAILURES: Readonly<Record<string, string>> = {
	EACCES: "it can't be executed: its folder is on a disk that forbids that, or its exec bit is missing",
	ENOENT: "the interpreter that its first line names is not on this machine (or the line ends as on Windows)",
	ENOEXEC: "its first line must name an interpreter, such as #!/usr/bin/env bash",
	E2BIG: "its inputs are too large for this machine",
	EMFILE: "this program has too many files open",
	UNSUPERVISED: "the process that watches over scripts is ended again and again",
	EAGAIN: "this machine runs too many processes",
};

/** Why a script counts as failed, as a sentence; undefined when it doesn't. */
export function errorOf(name: string, end: ScriptEnd, timeoutMs: number): string | undefined {
	const left = end.left ? ` ${end.left} of its processes could not be ended.` : "";
	if (end.failure !== undefined)
		return `${name} could not be started: ${FAILURES[end.failure] ?? end.failure}.`;
	if (end.stopped === "time limit")
		return `${name} was stopped after its time limit of ${timeoutMs} ms.${left}`;
	if (end.stopped === "cancelled") return `${name} was stopped because the call was cancelled.${left}`;
	if (end.stopped === "unsupervised")
		return `${name} was stopped because the process that watches over it was ended.${left}`;
	if (end.signal !== null) return `${name} was ended by ${end.signal}.`;
	return end.code === 0 ? undefined : `${name} ended with exit code ${end.code}.`;
}
