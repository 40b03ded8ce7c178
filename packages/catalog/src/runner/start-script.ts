import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { errorCode } from "../file-failure.ts";
import { Supervisor } from "./supervisor.ts";

/** What passes: another process is just closing the program, or the supervisor was ended. */
const PASSING: ReadonlySet<string> = new Set(["ETXTBSY", "UNSUPERVISED"]);
const TRIES = 5;

export interface StartOptions {
	/** The program, absolute. */
	readonly file: string;
	readonly folder: string;
	readonly environment: Readonly<Record<string, string>>;
}

export interface StartedScript {
	/** Leads a process group of its own. */
	readonly pid: number;
	/** The process above it, below which everything stays that the script starts; undefined where there is none. */
	readonly supervisor: number | undefined;
	readonly stdout: Readable;
	readonly stderr: Readable;
	/** When the program itself has ended; others that it started may go on. */
	readonly exited: Promise<ScriptExit>;
}

export interface ScriptExit {
	readonly code: number | null;
	/** Its name. */
	readonly signal: string | null;
	/** The supervisor was ended, so that nobody knows how the program itself is. */
	readonly unsupervised?: boolean;
}

/** Why a program could not be started: the system's word for it, such as ENOENT. */
export interface StartFailure {
	readonly failure: string;
}

/**
 * Starts programs without a shell, without arguments, without input, and with nothing in their environment but what is
 * given. Each leads a process group of its own, by which all that it starts can be ended; and has a supervisor above it
 * where the machine has one.
 */
export class ScriptStarter {
	readonly #path: string;
	#supervisor: Promise<Supervisor | undefined> | undefined;

	/** @param path the PATH on which perl is looked for, for the supervisor */
	constructor(path: string) {
		this.#path = path;
	}

	async start(options: StartOptions): Promise<StartedScript | StartFailure> {
		for (let attempt = 1; ; attempt++) {
			const supervisor = await this.#supervise();
			const started = await (supervisor === undefined ? start(options) : supervisor.start(options));
			if (!("failure" in started) || !PASSING.has(started.failure) || attempt === TRIES) return started;
			await wait(20 * attempt);
		}
	}

	/** Ends the supervisor. */
	async close(): Promise<void> {
		(await this.#supervisor)?.close();
	}

	/** Opened by the first run: listing tools must not wait for it. */
	async #supervise(): Promise<Supervisor | undefined> {
		if ((await this.#supervisor)?.gone) this.#supervisor = undefined;
		this.#supervisor ??= Supervisor.open(this.#path);
		return this.#supervisor;
	}
}

async function start({ file, folder, environment }: StartOptions): Promise<StartedScript | StartFailure> {
	try {
		const child = spawn(file, [], {
			cwd: folder,
			env: environment,
			detached: true,
			stdio: ["ignore", "pipe", "pipe"],
		});
		const exited = new Promise<ScriptExit>((resolve) => {
			child.once("exit", (code, signal) => resolve({ code, signal }));
		});
		const { pid, stdout, stderr } = child;
		if (pid === undefined) {
			const [error] = await once(child, "error");
			return { failure: errorCode(error) ?? "UNKNOWN" };
		}
		return { pid, supervisor: undefined, stdout, stderr, exited };
	} catch (error) {
		// Some failures are thrown, such as E2BIG and EACCES.
		const failure = errorCode(error);
		if (failure === undefined) throw error;
		return { failure };
	}
}
