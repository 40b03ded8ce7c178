import { CairnError } from "@cairn/kernel";
import { parseFlags, UsageError } from "@cairn/kernel/command-line";
import { EXIT_USAGE } from "@cairn/kernel/exit-codes";
import { printable } from "@cairn/kernel/printable";
import { widthOf, wrapWords } from "@cairn/kernel/wrap-words";
import { ROOT_FLAGS, readRootFlags } from "./root-flags.ts";

const USAGE = `Usage: cairn files --root DIR --include GLOB [options]

Serves the files of one directory to an MCP client over stdin and stdout, and
nothing outside it.

  --root DIR             the directory; another one needs a server of its own
  --include GLOB         serve the files that match; may be given several times
                         * and ? stay within a name, ** goes across directories;
                         quote them
  --exclude GLOB         but not these; may be given several times
  --legacy               also serve clients of the 2025 protocol era

Limits:
  --max-files N          served files that one call may walk through (4,096)
  --max-depth N          levels of directories (32)
  --max-directories N    directories that one call may open (8,192)
  --max-entries N        directory entries that one call may read (100,000)
  --max-file-bytes N     larger files are not served
  --max-scan-bytes N     what one search_text call reads (33,554,432)
  --max-write-bytes N    what write_text_file takes (65,536)
`;

/** Runs `cairn files` and gives its exit status. Faults of the command line are told in one line. */
export async function runFiles(args: readonly string[], signal: AbortSignal): Promise<number> {
	try {
		const options = {
			...ROOT_FLAGS,
			legacy: { type: "boolean" },
			help: { type: "boolean", short: "h" },
		} as const;
		const { legacy = false, help = false, ...flags } = parseFlags(args, options);
		if (help) return printUsage();
		const root = readRootFlags(flags);
		if (root === undefined) throw new UsageError("--root DIR and --include GLOB are missing.");
		const { serveFiles } = await import("./serve-files.ts");
		await serveFiles({ root, legacy, signal, warn: report });
		return 0;
	} catch (error) {
		if (!(error instanceof UsageError) && !(error instanceof CairnError)) throw error;
		report(error.message);
		return EXIT_USAGE;
	}
}

function printUsage(): number {
	process.stdout.write(USAGE);
	return 0;
}

function report(sentence: string): void {
	const line = `cairn files: ${printable(sentence.replaceAll("\n", " "))}`;
	process.stderr.write(`${wrapWords(line, widthOf(process.stderr))}\n`);
}
