import { readdir, readFile } from "node:fs/promises";

let names = 0;

/** Seconds to sleep for that no other process of this machine sleeps for, in digits that more may follow. */
export function uniqueSleep(): string {
	return `7${process.pid}${String(++names).padStart(2, "0")}`;
}

/** Children of every kind, each a sleep of a length that names them, and the script itself waits. */
export const FAMILY = (length: string) => `
trap 'echo "asked to end"' TERM
sleep ${length}1 &
setsid sleep ${length}2 &
( ( setsid bash -c 'trap "" TERM; sleep ${length}3; sleep ${length}3' & ) & )
perl -MPOSIX=setsid -e 'if (!fork) { setsid; exec "sleep", "${length}4" if !fork; exit } wait'
nohup sleep ${length}5 >/dev/null 2>&1 &
env -i setsid bash -c 'setsid sleep ${length}7 & trap "setsid sleep ${length}8 &" TERM; setsid sleep ${length}9 & wait' &
echo ready >&2
echo "::progress 1" >&2
while :; do sleep ${length}6; done
`;

/** The processes of this machine whose command line holds a text. */
export async function processesWith(text: string): Promise<readonly string[]> {
	const found: string[] = [];
	for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
		const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
		if (command.includes(text)) found.push(command.replaceAll("\0", " "));
	}
	return found;
}
