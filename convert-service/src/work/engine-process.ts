import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Command } from "../fence/isolation.ts";

export interface ProcessOptions {
	/** Where it runs, and what it takes for its home and its place for temporary files. */
	readonly folder: string;
	readonly path: string;
}

/** Starts an engine's process at the head of a process group of its own, by which all of it can be ended. */
export function startProcess({ program, args }: Command, { folder, path }: ProcessOptions): ChildProcess {
	const child = spawn(program, args, {
		cwd: folder,
		detached: true,
		env: { PATH: path, HOME: folder, TMPDIR: folder, LANG: "C.UTF-8", LC_ALL: "C.UTF-8" },
		stdio: ["pipe", "pipe", "pipe"],
	});
	// What can't be started is told by "close"; a process that ended before it read its input is no failure of ours.
	child.on("error", () => {});
	child.stdin?.on("error", () => {});
	return child;
}

/** Ends a process with all that it started, and resolves when it is gone. */
export async function endProcess(child: ChildProcess): Promise<void> {
	if (child.pid === undefined) return;
	const gone = hasEnded(child) ? undefined : once(child, "exit");
	killGroup(child.pid);
	await gone;
}

/** Also after the head of the group has ended, as something that it started may live on. */
export function killGroup(pid: number): void {
	try {
		process.kill(-pid, "SIGKILL");
	} catch {
		// Nothing is left of it.
	}
}

export function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
	return exitCode !== null || signalCode !== null;
}
