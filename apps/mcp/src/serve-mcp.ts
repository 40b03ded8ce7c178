import { createMcpDoor } from "@cairn/operations/mcp-door";
import { StdioTransport } from "@cairn/operations/stdio-transport";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import packageJson from "../package.json" with { type: "json" };
import type { McpConfig } from "./config.ts";
import { logDefect } from "./log-defect.ts";
import type { OpenFiles } from "./open-files.ts";
import { createMcpServices } from "./services.ts";

const INSTRUCTIONS =
	"Cairn keeps your working files and logs between sessions and shares them with the owner. Always use the same agent_id. " +
	"Write notes with write_file, come back with read_file since_version and context: 3 (you get only what changed), log what " +
	"you did with append_log. Assert with claim_add what others should know, and look with claim_search at what they know. " +
	"list_scripts shows what else there is.";

const FILES_INSTRUCTIONS =
	"list_directory, search_files, search_text, read_text_file and write_text_file work on a directory of this machine.";

/** Serves the toolbox over stdin and stdout, both protocol eras, until the client closes its end or the signal fires. */
export async function serveMcp(config: McpConfig, signal: AbortSignal): Promise<void> {
	using files = await openFilesOf(config);
	await using services = createMcpServices(config, files === undefined ? [] : [files.toolset]);
	const transport = new StdioTransport(process.stdin, process.stdout);
	const door = createMcpDoor({
		info: { name: "cairn", version: packageJson.version },
		instructions: files === undefined ? INSTRUCTIONS : `${INSTRUCTIONS} ${FILES_INSTRUCTIONS}`,
		toolsets: services.toolsets,
		defaults: config.agent === undefined ? {} : { agent_id: config.agent },
		agent: config.caller,
		onDefect: logDefect,
	});
	const connection = serveStdio(door, { transport });
	void transport.inputEnded.then(() => services.stopRuns());
	signal.addEventListener("abort", () => void connection.close(), { once: true });
	await transport.closed;
}

async function openFilesOf({ files }: McpConfig): Promise<OpenFiles | undefined> {
	if (files === undefined) return undefined;
	const { openFiles } = await import("./open-files.ts");
	const opened = openFiles(files);
	if (opened.warning !== undefined) process.stderr.write(`cairn mcp: ${opened.warning}\n`);
	return opened;
}
