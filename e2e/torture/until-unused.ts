import { execFileSync } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";

/** How often the processes are looked at, milliseconds. */
const LOOK_MS = 20;

/**
 * Resolves when no other process has a folder among its arguments. A program that was killed leaves those behind that it had
 * started, as the admin its backup, which go on writing until they are done.
 */
export async function untilUnused(folder: string): Promise<void> {
	while (usersOf(folder).length > 0) await wait(LOOK_MS);
}

function usersOf(folder: string): string[] {
	const list = execFileSync("ps", ["-A", "-ww", "-o", "stat=,args="], {
		encoding: "utf8",
		maxBuffer: 2 ** 26,
	});
	return list.split("\n").filter((line) => line.includes(folder) && !line.startsWith("Z"));
}
