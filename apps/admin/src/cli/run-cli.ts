import { CairnError } from "@cairn/kernel";
import { isMisuse, UsageError } from "@cairn/kernel/command-line";
import { EXIT_USAGE } from "@cairn/kernel/exit-codes";
import { lostFolder } from "@cairn/kernel/lost-folder";
import packageJson from "../../package.json" with { type: "json" };
import type { Cli, Command } from "./command.ts";
import { COMMANDS } from "./commands.ts";
import { printLine, printText } from "./print-line.ts";

/**
 * Runs `cairn-admin` with what stands behind its name.
 * @returns the exit code: 0 done, 1 not done, 64 not understood.
 */
export async function runCli(args: readonly string[], cli: Cli): Promise<number> {
	const [name, ...rest] = args;
	if (name === "--version") return print(cli, packageJson.version);
	if (name === "--help" || name === "-h" || name === "help") return print(cli, usage());
	const command = COMMANDS.find((one) => one.name === name);
	try {
		if (name === undefined) throw new UsageError("A command is missing.");
		if (command === undefined) throw new UsageError(`Unknown command ${name}.`);
		if (rest.includes("--help") || rest.includes("-h")) return await print(cli, command.usage);
		return await command.run(rest, cli);
	} catch (error) {
		return tell(error, { cli, command });
	}
}

function usage(): string {
	const width = Math.max(...COMMANDS.map(({ name }) => name.length));
	const lines = COMMANDS.map(({ name, summary }) => `  ${name.padEnd(width)}   ${summary}`);
	return `Usage: cairn-admin <command> [options]

What the owner does from a shell on the server.

${lines.join("\n")}

All commands take --data DIR, the data folder of the server (CAIRN_DATA_DIR, or
the checkout's folder data).

  cairn-admin <command> --help, cairn-admin --version

Exit codes: 0 done; 1 not done, with the reason; 64 for a command that can't be
understood.`;
}

interface Told {
	readonly cli: Cli;
	readonly command: Command | undefined;
}

async function tell(error: unknown, { cli, command }: Told): Promise<number> {
	const isMisused = isMisuse(error);
	const sentence =
		isMisused || error instanceof CairnError ? error.message : (lostFolder(error) ?? String(error));
	await printText(cli.stderr, `cairn-admin: ${sentence}`);
	if (!isMisused) return 1;
	const help = command === undefined ? "cairn-admin --help" : `cairn-admin ${command.name} --help`;
	await printLine(cli.stderr, `Run ${help} to see what there is.`);
	return EXIT_USAGE;
}

async function print({ stdout }: Cli, text: string): Promise<number> {
	await printLine(stdout, text);
	return 0;
}
