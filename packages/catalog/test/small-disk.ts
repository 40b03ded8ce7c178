import { spawnSync } from "node:child_process";

/** How a program is started so that it can't write much into a folder, and what it says when it tried. */
export interface SmallDisk {
	/** The program and its arguments, before those of the program that is started. */
	readonly command: readonly string[];
	readonly problem: RegExp;
}

const ON_TMPFS = 'mount -t tmpfs -o size=512k none "$1" && shift && exec "$@"';
const WITH_LIMIT = 'shift; ulimit -f 256; exec "$@"';

/**
 * A disk of 512 KB over a folder, seen by the program alone: as root, or with a user namespace where the machine lets
 * everybody have one. Where neither is possible, files that may not grow over 256 KB stand in for it.
 */
export function smallDisk(folder: string): SmallDisk {
	for (const flags of ["-m", "-rm"]) {
		const command = ["unshare", flags, "sh", "-c", ON_TMPFS, "sh", folder];
		const [program = "", ...args] = command;
		if (spawnSync(program, [...args, "true"]).status === 0) return { command, problem: /The disk is full/ };
	}
	return {
		command: ["bash", "-c", WITH_LIMIT, "bash", folder],
		problem: /larger than this account may write/,
	};
}
