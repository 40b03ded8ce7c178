import { execFile } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { promisify } from "node:util";

export interface ProcessEntry {
	readonly pid: number;
	readonly parent: number;
	readonly group: number;
	/** Tells a process from a later one of the same id. */
	readonly identity: string;
	/** Whether its environment says that it belongs to the run. */
	readonly marked: boolean;
}

/**
 * All processes that there are, zombies left out.
 * @param mark what marks a run's processes, as `NAME=value` in ASCII; on Linux alone can it be seen
 */
export function processTable(mark?: string): Promise<readonly ProcessEntry[]> {
	return process.platform === "linux" ? readProc(mark) : readPs();
}

async function readProc(mark: string | undefined): Promise<readonly ProcessEntry[]> {
	const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
	const entries = await Promise.all(pids.map((pid) => readProcess(pid, mark)));
	return entries.flatMap((entry) => entry ?? []);
}

async function readProcess(pid: string, mark: string | undefined): Promise<ProcessEntry | undefined> {
	const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
	if (stat === undefined) return undefined;
	// The program's name in parentheses may hold anything; what follows the last one is fields.
	const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
	const [state, parent, group] = fields;
	if (state === "Z" || state === "X") return undefined;
	return {
		pid: Number(pid),
		parent: Number(parent),
		group: Number(group),
		identity: fields[19] ?? "",
		marked: mark !== undefined && (await isMarked(pid, mark)),
	};
}

async function isMarked(pid: string, mark: string): Promise<boolean> {
	const environment = await readFile(`/proc/${pid}/environ`, "latin1").catch(() => "");
	return `\0${environment}\0`.includes(`\0${mark}\0`);
}

async function readPs(): Promise<readonly ProcessEntry[]> {
	// Whole lines, also where COLUMNS tells how wide a terminal is.
	const columns = "pid=,ppid=,pgid=,stat=,lstart=";
	const options = { timeout: 5000, maxBuffer: 16 * 1024 * 1024 };
	const { stdout } = await promisify(execFile)("ps", ["-A", "-ww", "-o", columns], options);
	return parsePs(stdout);
}

/** Reads the answer of `ps -A -ww -o pid=,ppid=,pgid=,stat=,lstart=`. */
export function parsePs(text: string): readonly ProcessEntry[] {
	return text.split("\n").flatMap((line) => {
		const match = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.+)$/.exec(line);
		if (match === null || match[4]?.startsWith("Z")) return [];
		const [, pid, parent, group, , started = ""] = match;
		return {
			pid: Number(pid),
			parent: Number(parent),
			group: Number(group),
			identity: started.trim(),
			marked: false,
		};
	});
}
