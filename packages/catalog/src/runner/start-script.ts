import type { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";

/** How often a program that another process is just closing is tried again. */
const BUSY_TRIES = 5;

export interface StartOptions {
	/** The program, absolute. */
	readonly file: string;
	readonly folder: string;
	readonly environment: Readonly<Record<string, string>>;
}

export interface StartedScript {
	readonly pid: number;
	readonly stdout: Readable;
	readonly stderr: Readable;
	/** When the program itself has ended; others that it started may go on. */
	readonly exited: Promise<ScriptExit>;
}

export interface ScriptExit {
	readonly code: number | null;
	readonly signal: NodeJS.Signals | null;
}

/** Why a program could not be started: the system's word for it, such as ENOENT. */
export interface StartFailure {
	readonly failure: string;
}

/**
 * Starts a program without a shell, without arguments, without input, and with nothing in its environment but what is
 * given. It leads a process group of its own, by which all that it starts can be ended.
 */
export async function startScript(options: StartOptions): Promise<StartedScript | StartFailure> {
	for (let attempt = 1; ; attempt++) {
		const started = await start(options);
		if (!("failure" in started) || started.failure !== "ETXTBSY" || attempt === BUSY_TRIES) return started;
		await wait(20 * attempt);
	}
}

async function start({ file, folder, environment }: StartOptions): Promise<StartedScript | StartFailure> {
	// Loaded by the first run: listing tools must not wait for it.
	const { execa } = await import("execa");
	const child = execa(file, [], {
		cwd: folder,
		env: environment,
		extendEnv: false,
		detached: true,
		cleanup: false,
		stdin: "ignore",
		buffer: false,
		reject: false,
		stripFinalNewline: false,
	});
	const exited = new Promise<ScriptExit>((resolve) => {
		child.once("exit", (code, signal) => resolve({ code, signal }));
	});
	const { pid, stdout, stderr } = child;
	if (pid === undefined) return { failure: (await child).code ?? "UNKNOWN" };
	child.catch(() => {});
	return { pid, stdout, stderr, exited };
}
