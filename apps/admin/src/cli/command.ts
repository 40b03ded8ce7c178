import type { Environment } from "@cairn/kernel";

/** What a command may use of the process that it runs in. */
export interface Cli {
	readonly stdout: NodeJS.WritableStream;
	readonly stderr: NodeJS.WritableStream;
	readonly env: Environment;
}

/** A subcommand of `cairn-admin`: a file of its own in this folder, and an entry in `commands.ts`. */
export interface Command {
	readonly name: string;
	/** What it does, in one line. */
	readonly summary: string;
	/** The text of `cairn-admin NAME --help`. */
	readonly usage: string;
	/**
	 * Runs it with what stands behind its name.
	 * @returns the exit code: 0 done, 1 not done.
	 * @throws UsageError or CairnError `invalid_input` (exit code 64), another CairnError (1); the sentence is printed.
	 */
	run(args: readonly string[], cli: Cli): Promise<number>;
}
