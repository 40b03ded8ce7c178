import { setTimeout as wait } from "node:timers/promises";
import { type ProcessEntry, processTable } from "./process-table.ts";
import { selectProcesses } from "./select-processes.ts";

const LOOK_MS = 50;
/** How long the last ones get to be gone after SIGKILL: on a busy machine seconds, and one in an uninterruptible wait for ever. */
const KILL_MS = 15_000;
/** How often processes that multiply are looked for before those that were found are killed. */
const FREEZE_LOOKS = 20;

export interface StopOptions {
	/** The script itself, which leads a group of its own. */
	readonly pid: number;
	/** The process above it, which adopts what loses its parent, and ends when it has no children any more. */
	readonly supervisor: number | undefined;
	/** What marks the run's processes in their environment. */
	readonly mark: string;
	/** Processes of the run that were seen while it went, by id and identity. */
	readonly known?: ReadonlyMap<number, string> | undefined;
	/** Between SIGTERM and SIGKILL, milliseconds. */
	readonly graceMs: number;
}

/** Ends all processes of a run: asks them to end, and kills those that don't. @returns how many are still there */
export async function stopRun({ graceMs, ...options }: StopOptions): Promise<number> {
	const run = new RunProcesses(options);
	if ((await until(() => run.ask(), graceMs)) === 0) return 0;
	return (await until(() => run.kill(), KILL_MS)) === 0 ? 0 : run.abandon();
}

/** Does something again and again until it leaves nothing or the time is over. @returns how much is left */
async function until(step: () => Promise<number>, limitMs: number): Promise<number> {
	const end = performance.now() + limitMs;
	let left = await step();
	while (left > 0 && performance.now() < end) {
		await wait(LOOK_MS);
		left = await step();
	}
	return left;
}

class RunProcesses {
	readonly #options: Omit<StopOptions, "graceMs">;
	readonly #known: Map<number, string>;
	readonly #asked = new Map<number, string>();

	constructor(options: Omit<StopOptions, "graceMs">) {
		this.#options = options;
		this.#known = new Map(options.known);
	}

	/** The polite signal goes to each process once: a second one is often an order to die at once. */
	async ask(): Promise<number> {
		const found = await this.#find();
		// The supervisor first: it must know before the script ends that it is to wait for all the others.
		found.sort((a, b) => Number(this.#isSupervisor(b)) - Number(this.#isSupervisor(a)));
		for (const { pid, identity } of found) {
			if (this.#asked.get(pid) !== identity) send(pid, "SIGTERM");
			this.#asked.set(pid, identity);
		}
		return found.length;
	}

	/** The supervisor is spared: without it, what it has adopted could not be found any more. Once it's alone it ends. */
	async kill(): Promise<number> {
		const { supervisor } = this.#options;
		if (supervisor !== undefined) {
			send(supervisor, "SIGCONT");
			send(supervisor, "SIGUSR1");
		}
		const seen = await this.#find();
		const found = seen.some((entry) => this.#isSupervisor(entry)) ? seen : await this.#freeze();
		for (const entry of found) if (!this.#isSupervisor(entry)) send(entry.pid, "SIGKILL");
		return found.length;
	}

	/** @returns how many there are that nothing could end */
	async abandon(): Promise<number> {
		const found = await this.#find();
		for (const entry of found) if (this.#isSupervisor(entry)) send(entry.pid, "SIGKILL");
		return found.filter((entry) => !this.#isSupervisor(entry)).length;
	}

	/** Stops processes until no new ones are found: what is stopped can't start another while the first ones are killed. */
	async #freeze(): Promise<readonly ProcessEntry[]> {
		const stopped = new Set<number>();
		for (let look = 1; ; look++) {
			const found = await this.#find();
			const fresh = found.filter((entry) => !stopped.has(entry.pid));
			if (fresh.length === 0 || look === FREEZE_LOOKS) return found;
			for (const { pid } of fresh) {
				send(pid, "SIGSTOP");
				stopped.add(pid);
			}
		}
	}

	async #find(): Promise<ProcessEntry[]> {
		const { pid, supervisor, mark } = this.#options;
		const leaders = supervisor === undefined ? [pid] : [pid, supervisor];
		const table = await processTable(mark);
		const found = selectProcesses(table, { leaders, known: this.#known, self: process.pid });
		for (const { pid, identity } of found) this.#known.set(pid, identity);
		return [...found];
	}

	#isSupervisor({ pid }: ProcessEntry): boolean {
		return pid === this.#options.supervisor;
	}
}

function send(pid: number, signal: NodeJS.Signals): void {
	try {
		process.kill(pid, signal);
	} catch {
		// It ended in the meantime.
	}
}
