import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

/** A program with its arguments. */
export interface Command {
	readonly program: string;
	readonly args: readonly string[];
}

/** How engine processes are kept from the network and from taking all memory. */
export interface Isolation {
	/** Whether engines have no network at all: not even the loopback of this machine. */
	readonly network: "none" | "shared";
	/** The same command behind the fence. */
	wrap(command: Command, limits?: ProcessLimits): Command;
}

/** What each process of a command may take at most. */
export interface ProcessLimits {
	readonly memoryBytes?: number;
	/** The longest file that it may write. */
	readonly fileBytes?: number;
}

/** Ways to an empty network namespace: as root, and as another user where user namespaces are permitted. */
const NAMESPACES = [["--net"], ["--user", "--map-current-user", "--net"]] as const;

/** A service that is killed takes its engines along. */
const END_WITH_PARENT = ["--pdeathsig", "KILL"] as const;

/**
 * Finds out what this system permits: a network namespace by util-linux' unshare, memory limits by its prlimit. Where it
 * has none of them, as on a Mac, the fences of the engines themselves remain.
 */
export function findIsolation(networkNamespace: "auto" | "off", path: string): Isolation {
	const locate = (program: string) => locateIn(path, program);
	const [unshare, prlimit, setpriv] = [locate("unshare"), locate("prlimit"), locate("setpriv")];
	const namespace =
		networkNamespace === "auto" ? NAMESPACES.find((flags) => works(unshare, [...flags])) : undefined;
	const limits = works(prlimit, ["--core=0"]);
	const ties = works(setpriv, END_WITH_PARENT);
	return {
		network: namespace === undefined ? "shared" : "none",
		wrap: (command, most = {}) => {
			const tied = ties ? within([setpriv, ...END_WITH_PARENT], command) : command;
			const limited = limits ? within([prlimit, ...limitFlags(most)], tied) : tied;
			return namespace === undefined ? limited : within([unshare, ...namespace], limited);
		},
	};
}

/** Its whole path, as not everybody who starts a program looks it up. */
function locateIn(path: string, program: string): string {
	const places = path.split(":").map((folder) => join(folder, program));
	return places.find((place) => existsSync(place)) ?? program;
}

/** Chromium and Haskell reserve far more address space than they use: what counts is the data that they can write. */
function limitFlags({ memoryBytes, fileBytes }: ProcessLimits): string[] {
	return [
		"--core=0",
		...(memoryBytes === undefined ? [] : [`--data=${memoryBytes}`]),
		...(fileBytes === undefined ? [] : [`--fsize=${fileBytes}`]),
	];
}

function within([program = "", ...flags]: readonly string[], inner: Command): Command {
	return { program, args: [...flags, "--", inner.program, ...inner.args] };
}

function works(program: string, flags: readonly string[]): boolean {
	return spawnSync(program, [...flags, "--", "true"], { stdio: "ignore", timeout: 5_000 }).status === 0;
}
