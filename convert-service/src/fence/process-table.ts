import { readdirSync, readFileSync } from "node:fs";

/** A process as /proc shows it. */
export interface ProcessRow {
	readonly pid: number;
	/** The process group, by which an engine and all that it starts are known. */
	readonly group: number;
	readonly residentBytes: number;
}

const PAGE_BYTES = 4096;
const GROUP_FIELD = 2;
const RESIDENT_FIELD = 21;

/**
 * All processes of this machine; none where there is no /proc. It is read at once: the kernel makes these files as they are
 * read, so that nothing waits for a disk, and going through the thread pool for each takes ten times as long.
 */
export function processTable(): ProcessRow[] {
	return pidsInProc().flatMap((pid) => readRow(pid) ?? []);
}

function pidsInProc(): string[] {
	try {
		return readdirSync("/proc").filter((name) => /^\d+$/.test(name));
	} catch {
		return [];
	}
}

function readRow(pid: string): ProcessRow | undefined {
	const stat = readStat(pid);
	// The program's name stands in brackets and may hold any character: the fields are counted from its end.
	const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
	if (fields === undefined) return undefined;
	return {
		pid: Number(pid),
		group: Number(fields[GROUP_FIELD]),
		residentBytes: Number(fields[RESIDENT_FIELD]) * PAGE_BYTES,
	};
}

/** Undefined when the process has ended meanwhile. */
function readStat(pid: string): string | undefined {
	try {
		return readFileSync(`/proc/${pid}/stat`, "latin1");
	} catch {
		return undefined;
	}
}
