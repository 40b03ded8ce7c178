import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
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

/** How often it is looked whether a killed group is gone, milliseconds. */
const LOOK_MS = 10;
/** After so long without its going, whether only zombies are left is looked for, which is dear: milliseconds. */
const ZOMBIES_MS = 500;
/** How long: a large process takes a moment to go, on a busy machine seconds; one that the kernel holds may never. */
const GOING_MS = 20_000;

/** Ends a process with all that it started, and resolves when they are gone. */
export async function endProcess(child: ChildProcess): Promise<void> {
	if (child.pid === undefined) return;
	const gone = hasEnded(child) ? undefined : once(child, "exit");
	killGroup(child.pid);
	await gone;
	const startedAt = performance.now();
	const duringMs = () => performance.now() - startedAt;
	while (canSignal(child.pid) && duringMs() < ZOMBIES_MS) await wait(LOOK_MS);
	while ((await hasLiving(child.pid)) && duringMs() < GOING_MS) await wait(LOOK_MS);
}

/** Zombies don't count: where nobody collects what has ended, as in a container without an init, they stay for ever. */
async function hasLiving(group: number): Promise<boolean> {
	if (!canSignal(group)) return false;
	const pids = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name));
	// Where there is no such list, what can be signalled has to count.
	if (pids.length === 0) return true;
	const stats = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, "utf8").catch(() => "")));
	return stats.some((stat) => {
		// The program's name in parentheses may hold anything; what follows the last one is fields.
		const [state, , itsGroup] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
		return Number(itsGroup) === group && state !== "Z" && state !== "X";
	});
}

function canSignal(group: number): boolean {
	try {
		return process.kill(-group, 0);
	} catch {
		return false;
	}
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
