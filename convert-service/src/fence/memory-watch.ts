import { type ProcessRow, processTable } from "./process-table.ts";

/** How often a look is taken while something is watched, milliseconds. */
const LOOK_MS = 200;

/**
 * Ends processes that hold more memory than they may. It looks at what is resident, so that it also holds for programs that
 * reserve more than they use, where a limit of the system would stop them from starting.
 */
export class MemoryWatch implements Disposable {
	readonly #limitBytes: number;
	readonly #groups = new Map<number, Set<() => void>>();
	#timer: NodeJS.Timeout | undefined;

	constructor(limitBytes: number) {
		this.#limitBytes = limitBytes;
	}

	/** Watches a process group until the result is called; `whenKilled` is told of each process that was ended in it. */
	watch(group: number, whenKilled: () => void): () => void {
		const listeners = this.#groups.get(group) ?? new Set();
		this.#groups.set(group, listeners.add(whenKilled));
		this.#timer ??= setTimeout(() => this.#look(), LOOK_MS).unref();
		return () => {
			listeners.delete(whenKilled);
			if (listeners.size === 0) this.#groups.delete(group);
		};
	}

	#look(): void {
		for (const row of processTable()) {
			const listeners = this.#groups.get(row.group);
			if (listeners === undefined || row.residentBytes <= this.#limitBytes || !end(row)) continue;
			for (const tell of listeners) tell();
		}
		this.#timer = this.#groups.size === 0 ? undefined : setTimeout(() => this.#look(), LOOK_MS).unref();
	}

	[Symbol.dispose](): void {
		clearTimeout(this.#timer);
		this.#groups.clear();
	}
}

function end({ pid }: ProcessRow): boolean {
	try {
		return process.kill(pid, "SIGKILL");
	} catch {
		return false;
	}
}
