import { once } from "node:events";
import { CairnError } from "@cairn/kernel";
import { isMisuse, parseFlags, UsageError } from "@cairn/kernel/command-line";
import { EXIT_PORT_IN_USE, EXIT_USAGE } from "@cairn/kernel/exit-codes";
import { lostFolder } from "@cairn/kernel/lost-folder";
import { portInUse } from "@cairn/kernel/port-in-use";
import { printableLines } from "@cairn/kernel/printable";
import { widthOf, wrapWords } from "@cairn/kernel/wrap-words";
import packageJson from "../package.json" with { type: "json" };
import type { McpFlags } from "./config.ts";
import { runFiles } from "./files-command.ts";
import type { HttpFlags } from "./http/http-config.ts";
import { ROOT_FLAGS } from "./root-flags.ts";

const USAGE = `Usage: cairn <command> [options]

Commands:
  mcp      serve the toolbox to an MCP client over stdin and stdout
           (an MCP client starts it; typed into a terminal it waits for one)
  files    serve the files of one directory, and only them
           (cairn files --help)
  claims   assert, search, confirm and check claims from a terminal
           (cairn claims --help)
  import   take over the files of a scratchpad or claims server
           (cairn import --help)
  doctor   check what usually is wrong when something doesn't work
  hook prompt
           tell Claude Code what fits a prompt: reads the JSON of its
           UserPromptSubmit hook from stdin, and prints nothing when there is
           nothing to tell

Options of mcp:
  --agent NAME   fill in agent_id when the client leaves it out (CAIRN_AGENT)
  --db PATH      keep files, logs and claims in this SQLite file instead of
                 ~/.local/share/cairn/cairn.db (CAIRN_DATABASE_URL, which may
                 also name a PostgreSQL database, or SCRATCHPAD_DB_PATH;
                 CLAIMS_MCP_DB for claims alone)
  --http         serve over HTTP at /mcp instead of stdin and stdout, to
                 programs that show a token; without scripts, which run on
                 laptops only
  --port N       the port of --http (3461; CAIRN_MCP_PORT)
  --host ADDRESS where --http listens: loopback without tokens, else everywhere
                 (HOST)
  --root DIR     serve the files of this directory as well, those that --include
                 GLOB selects; --exclude and the limits of cairn files work too

Environment:
  TOOLS_REGISTRY_URL     the Cairn server that has the store, such as
                         http://server:3457
  TOOLS_REGISTRY_TOKEN   the token that it wants
  ANTHROPIC_API_KEY      lets summarize_file ask a model, with your key
  CAIRN_SUMMARY_MODEL    which model (claude-haiku-4-5)
  ANTHROPIC_BASE_URL     where its API is
  TOOLS_SCRIPTS_DIR      the scripts that become tools, without a server

  cairn --help, cairn --version
`;

/** What `cairn claims` ends with when it is misused: its contract, on which scripts rely. */
const EXIT_CLAIMS_USAGE = 2;

const MCP_FLAGS = {
	...ROOT_FLAGS,
	db: { type: "string" },
	agent: { type: "string" },
	http: { type: "boolean" },
	port: { type: "string" },
	host: { type: "string" },
	help: { type: "boolean", short: "h" },
} as const;

async function main(args: readonly string[]): Promise<number> {
	const [command, ...rest] = args;
	if (command === "--version") return print(`${packageJson.version}\n`);
	if (command === "--help" || command === "-h" || command === "help") return print(USAGE);
	if (command === "files") return runFiles(rest, endOfProcess());
	if (command === "claims") {
		// Loaded for those who type it: an MCP client starts the program without.
		const { runClaims } = await import("./claims/run-claims.ts");
		await runClaims(rest, process);
		return 0;
	}
	if (command === "import") {
		const { runImport } = await import("./import/run-import.ts");
		return runImport(rest, process);
	}
	if (command === "doctor") {
		const { runDoctor } = await import("./doctor/run-doctor.ts");
		return runDoctor(rest, process);
	}
	if (command === "mcp") return runMcp(rest);
	if (command === "hook") throw new UsageError("There is one hook: cairn hook prompt.");
	throw new UsageError(command === undefined ? "A command is missing." : `Unknown command ${command}.`);
}

async function runMcp(args: readonly string[]): Promise<number> {
	const { help, http, ...flags } = parseFlags(args, MCP_FLAGS);
	if (help) return print(USAGE);
	if (http) return runMcpHttp(flags);
	const needless = (["port", "host"] as const).find((flag) => flags[flag] !== undefined);
	if (needless !== undefined) throw new UsageError(`--${needless} needs --http beside it.`);
	// Here, since the other command needs none of it.
	const [{ hideMcpEnvironment, readMcpConfig }, { serveMcp }] = await Promise.all([
		import("./config.ts"),
		import("./serve-mcp.ts"),
	]);
	const config = readMcpConfig(flags);
	hideMcpEnvironment();
	await serveMcp(config, endOfProcess());
	return 0;
}

async function runMcpHttp(flags: McpFlags & HttpFlags): Promise<number> {
	const [{ hideMcpEnvironment, readMcpHttpConfig }, { serveMcpHttp }] = await Promise.all([
		import("./config.ts"),
		import("./http/serve-http.ts"),
	]);
	const config = await readMcpHttpConfig(flags);
	hideMcpEnvironment();
	const stop = endOfProcess();
	await using _server = await serveMcpHttp(config);
	if (!stop.aborted) await once(stop, "abort");
	return 0;
}

/** Fires at the first SIGINT or SIGTERM. */
function endOfProcess(): AbortSignal {
	const controller = new AbortController();
	for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => controller.abort());
	return controller.signal;
}

function print(text: string): number {
	process.stdout.write(text);
	return 0;
}

function tell(error: unknown): number {
	const isMisused = isMisuse(error);
	const taken = portInUse(error, "--port or CAIRN_MCP_PORT");
	const told =
		isMisused || error instanceof CairnError ? error.message : (taken ?? lostFolder(error) ?? String(error));
	const command = process.argv[2] ?? "";
	const help = ["claims", "import", "doctor"].includes(command) ? `cairn ${command} --help` : "cairn --help";
	process.stderr.write(
		`${wrapWords(`cairn: ${printableLines(told)}`, widthOf(process.stderr))}\n${isMisused ? `Run ${help} to see what there is.\n` : ""}`,
	);
	if (isMisused) return command === "claims" ? EXIT_CLAIMS_USAGE : EXIT_USAGE;
	return taken === undefined ? 1 : EXIT_PORT_IN_USE;
}

// Not awaited: the bundle is a script, which can't wait at its top.
void main(process.argv.slice(2))
	.catch(tell)
	.then((status) => process.exit(status));
