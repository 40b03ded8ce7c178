import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { endsWithTests } from "./ends-with-tests.ts";

export const checkout = path.resolve(import.meta.dirname, "..");

export interface StartedProgram {
	child: ChildProcess;
	/** What it wrote to stdout and stderr so far. */
	output: { stdout: string; stderr: string };
	/** Its exit code, or the signal that ended it. */
	ended: Promise<number | string>;
	/** Settles once stdout holds the text; throws with all output when the program ends before. */
	says(text: string): Promise<void>;
}

interface StartOptions {
	/** The checkout unless told. */
	cwd?: string;
	/** Settings beside those of the tests' own environment. */
	env?: Record<string, string>;
}

/** Starts a program in a process group of its own, as a terminal does. */
export function startProgram(
	command: string,
	args: string[],
	{ cwd = checkout, env = {} }: StartOptions = {},
): StartedProgram {
	const child = endsWithTests(
		spawn(command, args, {
			cwd,
			env: { ...process.env, ...env },
			detached: true,
			stdio: ["ignore", "pipe", "pipe"],
		}),
		{ group: true },
	);
	const output = { stdout: "", stderr: "" };
	for (const name of ["stdout", "stderr"] as const) {
		child[name].setEncoding("utf8").on("data", (text: string) => {
			output[name] += text;
		});
	}
	const ended = once(child, "close").then(([code, signal]): number | string => code ?? signal);
	const says = async (text: string): Promise<void> => {
		const over = ended.then((how) => {
			throw new Error(
				`${command} ended with ${how} and never said "${text}":\n${output.stdout}${output.stderr}`,
			);
		});
		while (!output.stdout.includes(text)) await Promise.race([once(child.stdout, "data"), over]);
	};
	return { child, output, ended, says };
}

/** Whether a process of that id runs; a zombie doesn't, which stays for ever where no init collects it. */
export function isAlive(pid: number): boolean {
	const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
	return /^\s*[^Z\s]/.test(stdout);
}
