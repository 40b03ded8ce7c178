import { setTimeout as wait } from "node:timers/promises";
import { type ProcessMarks, processTable } from "./process-table.ts";
import { selectProcesses } from "./select-processes.ts";

const LOOK_MS = 50;
/** How long the last ones get to be gone after SIGKILL: a process in an uninterruptible wait may never be. */
const KILL_MS = 5000;

export interface StopOptions {
	/** The process that was started, which leads a group of its own. */
	readonly leader: number;
	readonly marks: ProcessMarks;
	/** Between SIGTERM and SIGKILL, milliseconds. */
	readonly graceMs: number;
}

/** Ends all processes of a run: asks them to end, and kills those that don't. @returns how many are still there */
export async function stopRun({ leader, marks, graceMs }: StopOptions): Promise<number> {
	const known = new Map<number, string>();
	const signal = async (name: NodeJS.Signals): Promise<number> => {
		const found = selectProcesses(await processTable(marks), { leader, known, self: process.pid });
		for (const { pid, identity } of found) {
			// The polite signal goes to each process once: a second one is often an order to die at once.
			if (name === "SIGKILL" || known.get(pid) !== identity) kill(pid, name);
			known.set(pid, identity);
		}
		return found.length;
	};
	const until = async (name: NodeJS.Signals, limitMs: number): Promise<number> => {
		const end = performance.now() + limitMs;
		let left = await signal(name);
		while (left > 0 && performance.now() < end) {
			await wait(LOOK_MS);
			left = await signal(name);
		}
		return left;
	};
	if ((await until("SIGTERM", graceMs)) === 0) return 0;
	return until("SIGKILL", KILL_MS);
}

function kill(pid: number, signal: NodeJS.Signals): void {
	try {
		process.kill(pid, signal);
	} catch {
		// It ended in the meantime.
	}
}
