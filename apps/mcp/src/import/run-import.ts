import { resolve } from "node:path";
import { parseFlags, UsageError } from "@cairn/kernel/command-line";
import { printableLines } from "@cairn/kernel/printable";
import { readMcpConfig } from "../config.ts";
import { createClaims, createLocalStores, createScratchpad } from "../services.ts";
import { emptyReport, isComplete, reportText } from "./import-report.ts";

const OPTIONS = {
	scratchpad: { type: "string" },
	claims: { type: "string" },
	"dry-run": { type: "boolean" },
	json: { type: "boolean" },
	db: { type: "string" },
	agent: { type: "string" },
	help: { type: "boolean", short: "h" },
} as const;

const USAGE = `Usage: cairn import [--scratchpad FILE] [--claims FILE] [options]

Takes over what a scratchpad server (scratchpad.db) and a claims server
(claims.db) have kept in their SQLite files: files with their versions, times
and summaries, logs, claims with their states. The files are only read. What is
here already isn't added again, and what is another one here stays and is told:
run it as often as you like.

Options:
  --dry-run      say what would be added, and change nothing
  --json         the report as JSON
  --agent NAME   who asserted the claims (CAIRN_AGENT, or else your user name)
  --db PATH      into this SQLite file (CLAIMS_MCP_DB, CAIRN_DATABASE_URL,
                 SCRATCHPAD_DB_PATH); TOOLS_REGISTRY_URL names a server

Exit codes: 0 when all is here; 1 when something was left out; 64 for a command
that can't be understood.
`;

/**
 * Runs `cairn import …`.
 * @returns the exit code.
 * @throws UsageError for a command line that can't be understood, CairnError for what can't be read or stored.
 */
export async function runImport(
	args: readonly string[],
	{ stdout }: { stdout: NodeJS.WritableStream },
): Promise<number> {
	const flags = parseFlags(args, OPTIONS);
	if (flags.help) {
		await write(stdout, USAGE);
		return 0;
	}
	const { scratchpad, claims, "dry-run": dryRun = false } = flags;
	if (scratchpad === undefined && claims === undefined) {
		throw new UsageError("Name a file to import: --scratchpad FILE, --claims FILE, or both.");
	}
	const config = readMcpConfig({ db: flags.db, agent: flags.agent });
	const stores = createLocalStores();
	const report = emptyReport();
	try {
		if (scratchpad !== undefined) {
			const [{ importScratchpad }, { openForeignSqlite }] = await Promise.all([
				import("./import-scratchpad.ts"),
				import("@cairn/store/foreign-sqlite"),
			]);
			using source = openForeignSqlite(resolve(scratchpad));
			const toolset = createScratchpad(config, { summarizer: { summarize: noSummary } }, stores);
			await importScratchpad(source, { toolset, dryRun, report });
		}
		if (claims !== undefined) {
			const [{ importClaims }, { openForeignSqlite }] = await Promise.all([
				import("./import-claims.ts"),
				import("@cairn/store/foreign-sqlite"),
			]);
			using source = openForeignSqlite(resolve(claims));
			const toolset = createClaims(config, stores);
			await importClaims(source, { toolset, dryRun, report, caller: config.caller });
		}
	} finally {
		await stores.close();
	}
	await write(
		stdout,
		flags.json ? `${JSON.stringify(report)}\n` : printableLines(reportText(report, { dryRun })),
	);
	return isComplete(report) ? 0 : 1;
}

/** No import asks a model. */
async function noSummary(): Promise<never> {
	throw new Error("an import makes no summaries");
}

function write(stream: NodeJS.WritableStream, text: string): Promise<void> {
	return new Promise((settle) => {
		stream.once("error", () => settle());
		stream.write(text, () => settle());
	});
}
