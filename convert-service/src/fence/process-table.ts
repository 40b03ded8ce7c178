import { readdir, readFile } from "node:fs/promises";

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

/** All processes of this machine; none where there is no /proc. */
export async function processTable(): Promise<ProcessRow[]> {
	const names = await readdir("/proc").catch(() => []);
	const rows = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map(readRow));
	return rows.filter((row) => row !== undefined);
}

async function readRow(pid: string): Promise<ProcessRow | undefined> {
	const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
	// The program's name stands in brackets and may hold any character: the fields are counted from its end.
	const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
	if (fields === undefined) return undefined;
	return {
		pid: Number(pid),
		group: Number(fields[GROUP_FIELD]),
		residentBytes: Number(fields[RESIDENT_FIELD]) * PAGE_BYTES,
	};
}
