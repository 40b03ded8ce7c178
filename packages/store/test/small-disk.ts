import { spawnSync } from "node:child_process";

const ON_TMPFS = 'mount -t tmpfs -o size="$1" none "$2" && shift 2 && exec "$@"';
const WITH_LIMIT = 'shift 2; ulimit -f 1536; exec "$@"';

/**
 * How a program is started that sees a small disk over a folder: as root, or with a user namespace where the machine lets
 * everybody have one. Where neither is possible, files that may not grow over 1.5 MB stand in for it.
 * @param size in megabytes.
 */
export function onSmallDisk(folder: string, size: number): readonly string[] {
	for (const flags of ["-m", "-rm"]) {
		const command = ["unshare", flags, "sh", "-c", ON_TMPFS, "sh", `${size}m`, folder];
		const [program = "", ...args] = command;
		if (spawnSync(program, [...args, "true"]).status === 0) return command;
	}
	return ["bash", "-c", WITH_LIMIT, "bash", "", folder];
}
