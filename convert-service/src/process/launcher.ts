import type { ChildProcess } from "node:child_process";
import { open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Command } from "../fence/isolation.ts";
import { endProcess, hasEnded, killGroup, startProcess } from "./engine-process.ts";
import { LAUNCHER_PROGRAM } from "./launcher-program.ts";
import type { ProcessResult } from "./run-process.ts";

/** The number of the system call prctl, by Node's name of the machine; where it isn't known there is no launcher. */
const PRCTL: Readonly<Record<string, number>> = {
	...{ x64: 157, arm64: 167, riscv64: 167, loong64: 167 },
	...{ arm: 172, ia32: 172, s390x: 172, ppc64: 171 },
};

/** What shells say of a program that can't be started. */
const NOT_STARTED = 127;
const MOST_ERROR_BYTES = 2 ** 16;

export interface LaunchOptions {
	/** Where it runs; what it prints lies there as well until it was read. */
	readonly folder: string;
	readonly signal: AbortSignal;
}

interface Job {
	start(group: number): void;
	/** Takes the exit code; null when a signal ended it. */
	end(exitCode: number | null): void;
}

/** The command that starts a launcher of this process; undefined where this system has none. */
export function launcherCommand(perl: string): Command | undefined {
	const prctl = PRCTL[process.arch];
	if (process.platform !== "linux" || prctl === undefined) return undefined;
	return { program: perl, args: ["-e", LAUNCHER_PROGRAM, `${prctl}`, `${process.pid}`] };
}

/**
 * A small process behind the fence that starts programs there. To come through the fence takes three further programs,
 * which together take longer than reading a small PDF does: they are started once and not for each document.
 */
export class Launcher {
	readonly #child: ChildProcess;
	readonly #jobs = new Map<number, Job>();
	#last = 0;
	/** Whether it came up. */
	readonly whenReady: Promise<boolean>;

	/** Starts it by the whole command, which has the fence before `launcherCommand`. */
	constructor(command: Command, options: { readonly folder: string; readonly path: string }) {
		this.#child = startProcess(command, options);
		this.#child.stderr?.resume();
		const lines = createInterface({ input: this.#child.stdout ?? process.stdin });
		this.whenReady = new Promise((resolve) => {
			lines.on("line", (line) => (line === "ready" ? resolve(true) : this.#take(line.split(" "))));
			this.#child.once("close", () => {
				resolve(false);
				for (const { end } of this.#jobs.values()) end(null);
			});
		});
	}

	get hasEnded(): boolean {
		return hasEnded(this.#child);
	}

	/**
	 * Runs a program to its end, with nothing on its input. One that can't be started has exit code 127.
	 * @throws the signal's reason when that fires, by which the program and all that it started are ended.
	 */
	async run({ program, args }: Command, { folder, signal }: LaunchOptions): Promise<ProcessResult> {
		signal.throwIfAborted();
		const id = ++this.#last;
		const output = join(folder, `program-${id}.out`);
		const errors = join(folder, `program-${id}.err`);
		let group: number | undefined;
		const kill = () => group !== undefined && killGroup(group);
		const start = (started: number) => {
			group = started;
			if (signal.aborted) kill();
		};
		signal.addEventListener("abort", kill);
		try {
			const exitCode = await new Promise<number | null>((end) => {
				this.#jobs.set(id, { start, end });
				this.#ask([`${id}`, folder, output, errors, program, ...args]);
			});
			signal.throwIfAborted();
			return { exitCode, stdout: await contentOf(output), stderr: await startOf(errors) };
		} finally {
			signal.removeEventListener("abort", kill);
			this.#jobs.delete(id);
			await Promise.all([output, errors].map((file) => rm(file, { force: true })));
		}
	}

	#ask(words: readonly string[]): void {
		const request = Buffer.from(words.join("\0"));
		this.#child.stdin?.write(Buffer.concat([Buffer.from(`${request.length}\n`), request]));
	}

	#take([what, id, number]: readonly string[]): void {
		const job = this.#jobs.get(Number(id));
		if (job === undefined) return;
		if (what === "started") job.start(Number(number));
		else job.end(what === "ended" ? exitCodeOf(Number(number)) : NOT_STARTED);
	}

	/** Ends it, and with it all that it started. */
	end(): Promise<void> {
		return endProcess(this.#child);
	}
}

/** Of a wait status; null when a signal ended the process. */
function exitCodeOf(status: number): number | null {
	return (status & 127) === 0 ? status >> 8 : null;
}

/** What was never written is empty. */
const contentOf = (file: string) => readFile(file).catch(() => Buffer.alloc(0));

async function startOf(file: string): Promise<string> {
	try {
		await using handle = await open(file);
		const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(MOST_ERROR_BYTES) });
		return buffer.toString("utf8", 0, bytesRead);
	} catch {
		return "";
	}
}
