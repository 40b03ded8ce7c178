import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import type { Command } from "../../fence/isolation.ts";
import { endProcess, killGroup, type ProcessOptions, startProcess } from "../../process/engine-process.ts";

/** A document for the worker: where it is, where its PDF goes, what memory it may take. */
export interface WeasyPrintJob {
	readonly source: string;
	readonly target: string;
	readonly memory: number;
}

export type WeasyPrintAnswer =
	| { readonly outcome: "done"; readonly blocked: number }
	| { readonly outcome: "refused"; readonly error: string }
	| { readonly outcome: "crashed" };

interface Message {
	readonly ready?: boolean;
	readonly version?: string;
	readonly id?: number;
	readonly pid?: number;
	readonly done?: boolean;
	readonly blocked?: number;
	readonly error?: string;
}

interface Running {
	group?: number;
	aborted: boolean;
	answer(answer: WeasyPrintAnswer): void;
}

/** The process that has WeasyPrint loaded and forks one process a document. */
export class WeasyPrintWorker {
	readonly #child: ChildProcess;
	readonly #running = new Map<number, Running>();
	readonly whenReady: Promise<string | undefined>;
	#jobs = 0;
	#ended = false;
	#retired = false;

	/** Starts it; `whenReady` gives its version, or undefined when it does not come up. */
	constructor(command: Command, options: ProcessOptions) {
		this.#child = startProcess(command, options);
		this.#child.stderr?.resume();
		const lines = createInterface({ input: this.#child.stdout ?? process.stdin });
		this.whenReady = new Promise((resolve) => {
			lines.on("line", (line) => this.#take(JSON.parse(line), resolve));
			this.#child.once("close", () => {
				this.#ended = true;
				resolve(undefined);
				for (const { answer } of this.#running.values()) answer({ outcome: "crashed" });
			});
		});
	}

	/** How many documents it was given. */
	get jobs(): number {
		return this.#jobs;
	}

	get ended(): boolean {
		return this.#ended;
	}

	/** Lays one document out; when the signal fires, its process is ended and it counts as crashed. */
	async run(job: WeasyPrintJob, signal: AbortSignal): Promise<WeasyPrintAnswer> {
		if (this.#ended) return { outcome: "crashed" };
		const id = ++this.#jobs;
		const abort = () => this.#abort(id);
		signal.addEventListener("abort", abort);
		try {
			return await new Promise((answer) => {
				this.#running.set(id, { aborted: signal.aborted, answer });
				this.#child.stdin?.write(`${JSON.stringify({ id, ...job })}\n`);
			});
		} finally {
			signal.removeEventListener("abort", abort);
			this.#running.delete(id);
			if (this.#retired && this.#running.size === 0) void this.end();
		}
	}

	#take(message: Message, ready: (version: string) => void): void {
		if (message.ready === true) ready(message.version ?? "unknown");
		const running = this.#running.get(message.id ?? 0);
		if (running === undefined) return;
		if (message.pid !== undefined) {
			running.group = message.pid;
			if (running.aborted) killGroup(message.pid);
			return;
		}
		running.answer(answerOf(message));
	}

	#abort(id: number): void {
		const running = this.#running.get(id);
		if (running === undefined) return;
		running.aborted = true;
		if (running.group !== undefined) killGroup(running.group);
	}

	/** Ends it once it has laid out what it was given. */
	retire(): void {
		this.#retired = true;
		if (this.#running.size === 0) void this.end();
	}

	async end(): Promise<void> {
		for (const { group } of this.#running.values()) if (group !== undefined) killGroup(group);
		await endProcess(this.#child);
	}
}

function answerOf({ done, blocked, error }: Message): WeasyPrintAnswer {
	if (done === undefined) return { outcome: "crashed" };
	return done ? { outcome: "done", blocked: blocked ?? 0 } : { outcome: "refused", error: error ?? "" };
}
