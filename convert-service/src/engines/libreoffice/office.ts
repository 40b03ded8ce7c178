import type { ChildProcess } from "node:child_process";
import { createInterface, type Interface } from "node:readline";
import type { Command } from "../../fence/isolation.ts";
import { endProcess, hasEnded, startProcess } from "../../process/engine-process.ts";

/** A document for an office: where it is, where its PDF goes, and by which filter it is read. */
export interface OfficeJob {
	readonly source: string;
	readonly target: string;
	readonly filter: string;
}

export type OfficeAnswer = "done" | "refused" | "crashed";

/** One LibreOffice process with a profile of its own, for one document. */
export class Office {
	readonly #child: ChildProcess;
	readonly #lines: AsyncIterator<string>;
	readonly #reader: Interface;

	/** Starts it; `whenReady` resolves once it waits for its document. */
	constructor(command: Command, options: { readonly folder: string; readonly path: string }) {
		this.#child = startProcess(command, options);
		this.#child.stderr?.resume();
		this.#reader = createInterface({ input: this.#child.stdout ?? process.stdin });
		this.#lines = this.#reader[Symbol.asyncIterator]();
	}

	/** The process group of it and of all that it started. */
	get group(): number | undefined {
		return this.#child.pid;
	}

	get isAlive(): boolean {
		return !hasEnded(this.#child);
	}

	/** Whether it came up. */
	async whenReady(): Promise<boolean> {
		return (await this.#answer()).ready === true;
	}

	/** Converts the document. An office that is ended meanwhile answers that it crashed. */
	async convert(job: OfficeJob): Promise<OfficeAnswer> {
		this.#child.stdin?.write(`${JSON.stringify(job)}\n`);
		const { done } = await this.#answer();
		if (done === undefined) return "crashed";
		return done ? "done" : "refused";
	}

	async #answer(): Promise<{ ready?: boolean; done?: boolean }> {
		const { value } = await this.#lines.next();
		return value === undefined ? {} : JSON.parse(value);
	}

	/** Ends it with all that it started. */
	async end(): Promise<void> {
		await endProcess(this.#child);
		this.#reader.close();
	}
}
