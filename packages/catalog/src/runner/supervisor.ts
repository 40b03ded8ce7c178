import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants as files, openSync } from "node:fs";
import { Socket } from "node:net";
import { constants } from "node:os";
import { errorCode } from "../file-failure.ts";
import type { ScriptExit, StartedScript, StartFailure, StartOptions } from "./start-script.ts";
import { SUPERVISOR_PROGRAM } from "./supervisor-program.ts";

/** The number of the system call prctl, by Node's name of the machine; where it isn't known there is no supervision. */
const PRCTL: Readonly<Record<string, number>> = {
	...{ x64: 157, arm64: 167, riscv64: 167, loong64: 167 },
	...{ arm: 172, ia32: 172, s390x: 172, ppc64: 171 },
};

/** Far more than it needs on a busy machine; what is silent for longer was stopped, or is no perl. */
const ANSWER_MS = 5_000;
/** How often it is woken while there is something to do, since a script may have stopped it. */
const WAKE_MS = 100;
/** More than any line that it says. */
const MAX_LINE_CHARACTERS = 256;

const UNSUPERVISED: ScriptExit = { code: null, signal: null, unsupervised: true };

/** What it says of a run's streams, and of its start. */
type AnswerKind = "streams" | "start";

interface Answer {
	readonly words: readonly string[];
	/** Of the script that was started. */
	readonly exited?: Promise<ScriptExit>;
}

/** A process that starts scripts and watches over them; see its program. */
export class Supervisor {
	readonly #child: ChildProcess;
	readonly #wire: Socket;
	readonly #ends = new Map<number, (exit: ScriptExit) => void>();
	#waiting: { readonly kind: AnswerKind; readonly take: (answer: Answer | undefined) => void } | undefined;
	/** Of the next run, which it tells ahead. */
	#streams: Answer | undefined;
	/** A line that hasn't come whole yet. */
	#text = "";
	#turn: Promise<unknown> = Promise.resolve();
	#waking: NodeJS.Timeout | undefined;
	#gone = false;

	private constructor(child: ChildProcess) {
		this.#child = child;
		this.#wire = child.stdio[3] as Socket;
		// It breaks when the process ends, which is told by its lines.
		this.#wire.on("error", () => {});
		this.#wire.setEncoding("latin1").on("data", (text: string) => this.#take(text));
		child.once("exit", () => this.#lose());
	}

	/**
	 * Starts one; undefined where this machine has none.
	 * @param path the PATH on which perl is looked for
	 */
	static async open(path: string): Promise<Supervisor | undefined> {
		const prctl = PRCTL[process.arch];
		if (process.platform !== "linux" || prctl === undefined) return undefined;
		const args = ["-e", SUPERVISOR_PROGRAM, String(prctl), String(process.pid)];
		const child = spawn("perl", args, {
			env: { PATH: path, LC_ALL: "C" },
			detached: true,
			stdio: ["ignore", "ignore", "ignore", "pipe"],
		});
		if (child.pid === undefined) {
			await once(child, "error");
			return undefined;
		}
		const supervisor = new Supervisor(child);
		supervisor.#streams = await supervisor.#hear("streams");
		if (supervisor.#streams === undefined || !canOpenStreamsOf(child.pid)) {
			supervisor.close();
			return undefined;
		}
		child.unref();
		supervisor.#rest();
		return supervisor;
	}

	/** Whether it was ended by somebody, and can start nothing more. */
	get gone(): boolean {
		return this.#gone;
	}

	/** Starts a script; its watcher is its supervisor. */
	start(options: StartOptions): Promise<StartedScript | StartFailure> {
		const started = this.#turn.then(() => this.#start(options));
		this.#turn = started.catch(() => {});
		return started;
	}

	/** Ends it, also one that was stopped, and so every script that it still watches over. */
	close(): void {
		this.#wire.destroy();
		this.#child.kill("SIGKILL");
		this.#lose();
	}

	async #start({ file, folder, environment }: StartOptions): Promise<StartedScript | StartFailure> {
		const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
		const request = Buffer.from([file, folder, ...variables].join("\0"));
		this.#wake();
		const told = this.#streams ?? (await this.#hear("streams"));
		this.#streams = undefined;
		if (told === undefined) return this.#failure(told);
		const streams = this.#openStreams(told.words.slice(1));
		if ("failure" in streams) {
			this.close();
			return streams;
		}
		const { stdout, stderr } = streams;
		this.#wire.write(Buffer.concat([Buffer.from(`${request.length}\n`), request]));
		const answer = await this.#hear("start");
		if (answer?.words[0] === "failed") {
			stdout.destroy();
			stderr.destroy();
			return this.#failure(answer);
		}
		// From here on the script may be running, whatever happened to those that watch over it.
		const [supervisor, pid = this.#child.pid ?? 0] = answer?.words.slice(1).map(Number) ?? [];
		const exited = answer?.exited ?? Promise.resolve(UNSUPERVISED);
		return { pid, supervisor, stdout, stderr, exited };
	}

	#failure(answer: Answer | undefined): StartFailure {
		this.#rest();
		return { failure: answer?.words[0] === "failed" ? errnoName(Number(answer.words[2])) : "UNSUPERVISED" };
	}

	#openStreams([out, error]: readonly string[]): { stdout: Socket; stderr: Socket } | StartFailure {
		const open = (descriptor: string | undefined) => {
			const file = `/proc/${this.#child.pid}/fd/${descriptor}`;
			const fd = openSync(file, files.O_RDONLY | files.O_NONBLOCK);
			return new Socket({ fd, readable: true, writable: false });
		};
		let stdout: Socket | undefined;
		try {
			stdout = open(out);
			return { stdout, stderr: open(error) };
		} catch (error) {
			stdout?.destroy();
			const code = errorCode(error);
			// All else means that it has just been ended.
			return { failure: code === "EMFILE" || code === "ENFILE" ? code : "UNSUPERVISED" };
		}
	}

	/** What it says next; undefined once it's gone, and one that doesn't answer is ended. */
	async #hear(kind: AnswerKind): Promise<Answer | undefined> {
		if (this.#gone) return undefined;
		this.#wire.ref();
		const timer = setTimeout(() => this.close(), ANSWER_MS);
		try {
			return await new Promise((take) => {
				this.#waiting = { kind, take };
			});
		} finally {
			clearTimeout(timer);
		}
	}

	#take(text: string): void {
		const lines = (this.#text + text).split("\n");
		this.#text = lines.pop() ?? "";
		for (const line of lines) this.#understand(line.split(" "));
		if (this.#text.length > MAX_LINE_CHARACTERS) this.close();
	}

	#answer(kind: AnswerKind, answer: Answer): void {
		const waiting = this.#waiting;
		if (waiting?.kind === kind) {
			this.#waiting = undefined;
			waiting.take(answer);
		} else if (kind === "streams") this.#streams = answer;
	}

	#understand(words: readonly string[]): void {
		const watcher = Number(words[1]);
		switch (words[0]) {
			case "ended":
				this.#ends.get(watcher)?.(exitOf(Number(words[2])));
				break;
			case "gone":
				this.#loseWatcher(watcher);
				break;
			case "started":
				this.#answer("start", { words, exited: new Promise((resolve) => this.#ends.set(watcher, resolve)) });
				break;
			case "failed":
				// Said by itself when it could not even start a watcher.
				if (watcher !== this.#child.pid) this.#ends.set(watcher, () => {});
				this.#answer("start", { words });
				break;
			case "streams":
				this.#answer("streams", { words });
				break;
			default:
				this.close();
		}
	}

	/** Mostly its script has ended before; or else it was ended by somebody, maybe before it could say that it started. */
	#loseWatcher(watcher: number): void {
		const end = this.#ends.get(watcher);
		if (end === undefined) this.#answer("start", { words: [] });
		else end(UNSUPERVISED);
		this.#ends.delete(watcher);
		this.#rest();
	}

	#lose(): void {
		this.#gone = true;
		this.#waiting?.take(undefined);
		this.#waiting = undefined;
		for (const end of this.#ends.values()) end(UNSUPERVISED);
		this.#ends.clear();
		clearInterval(this.#waking);
	}

	/** Keeps it going, also when a script stops it, until it rests. */
	#wake(): void {
		this.#child.kill("SIGCONT");
		this.#waking ??= setInterval(() => this.#child.kill("SIGCONT"), WAKE_MS).unref();
	}

	/** While it only waits for work, it keeps this program from nothing. */
	#rest(): void {
		if (this.#ends.size > 0 || this.#waiting !== undefined) return;
		this.#wire.unref();
		clearInterval(this.#waking);
		this.#waking = undefined;
	}
}

/** Where /proc is hidden, it can't be used. */
function canOpenStreamsOf(pid: number): boolean {
	try {
		accessSync(`/proc/${pid}/fd/0`);
		return true;
	} catch {
		return false;
	}
}

/** @param status as wait(2) gives it */
function exitOf(status: number): ScriptExit {
	const signal = status & 0x7f;
	if (signal === 0) return { code: status >> 8, signal: null };
	return { code: null, signal: nameOf(constants.signals, signal) ?? `signal ${signal}` };
}

function errnoName(errno: number): string {
	return nameOf(constants.errno, errno) ?? "UNKNOWN";
}

function nameOf<Name extends string>(names: Readonly<Record<Name, number>>, value: number): Name | undefined {
	for (const name in names) if (names[name] === value) return name;
	return undefined;
}
