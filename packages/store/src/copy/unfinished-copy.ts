import { readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** What SQLite keeps beside a database. */
const BESIDE = ["", "-wal", "-shm", "-journal"] as const;

/** Where a copy into a file is while this process fills it. */
export function unfinishedCopy(file: string): string {
	return `${file}.${process.pid}.copying`;
}

/** Removes an unfinished copy. */
export function removeCopy(aside: string): void {
	for (const suffix of BESIDE) rmSync(`${aside}${suffix}`, { force: true });
}

/** Removes the unfinished copies into a file that processes left which were killed; one that runs keeps its own. */
export function removeLeftCopies(file: string): void {
	const name = basename(file);
	for (const each of readdirSync(dirname(file))) {
		if (!each.startsWith(`${name}.`)) continue;
		const pid = /^\.(\d+)\.copying(?:-wal|-shm|-journal)?$/.exec(each.slice(name.length))?.[1];
		if (pid !== undefined && !isAnother(Number(pid))) rmSync(join(dirname(file), each), { force: true });
	}
}

/** Whether a process runs that isn't this one: a name from before may bear the number of this one. */
function isAnother(pid: number): boolean {
	if (pid === process.pid) return false;
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return !(error instanceof Error && "code" in error && error.code === "ESRCH");
	}
}
