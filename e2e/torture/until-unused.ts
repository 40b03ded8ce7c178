import { execFileSync } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";

/** How often the processes are looked at, milliseconds. */
const LOOK_MS = 20;

/**
 * Resolves when no other process has a folder among its arguments. A killed admin leaves the backup behind that it had begun,
 * which goes on writing until it is done.
 */
export async function untilUnused(folder: string): Promise<void> {
	while (usersOf(folder).length > 0) await wait(LOOK_MS);
}

function usersOf(folder: string): string[] {
	const list = execFileSync("ps", ["-A", "-o", "stat=,args="], { encoding: "utf8", maxBuffer: 2 ** 26 });
	return list.split("\n").filter((line) => line.includes(folder) && !line.startsWith("Z"));
}
