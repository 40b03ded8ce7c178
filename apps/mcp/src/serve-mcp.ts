import { createMcpDoor } from "@cairn/operations/mcp-door";
import { StdioTransport } from "@cairn/operations/stdio-transport";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import packageJson from "../package.json" with { type: "json" };
import type { McpConfig } from "./config.ts";
import { FILES_INSTRUCTIONS, INSTRUCTIONS, SCRIPTS_INSTRUCTIONS } from "./instructions.ts";
import { logDefect } from "./log-defect.ts";
import type { OpenFiles } from "./open-files.ts";
import { createMcpServices } from "./services.ts";
import { defaultAgent } from "./token-agent.ts";

/** Serves the toolbox over stdin and stdout, both protocol eras, until the client closes its end or the signal fires. */
export async function serveMcp(config: McpConfig, signal: AbortSignal): Promise<void> {
	using files = await openFilesOf(config);
	await using services = createMcpServices(config, files === undefined ? [] : [files.toolset]);
	const transport = new StdioTransport(process.stdin, process.stdout);
	const door = createMcpDoor({
		info: { name: "cairn", version: packageJson.version },
		instructions: [
			INSTRUCTIONS,
			SCRIPTS_INSTRUCTIONS,
			...(files === undefined ? [] : [FILES_INSTRUCTIONS]),
		].join(" "),
		toolsets: services.toolsets,
		defaults: defaultAgent(config),
		hints: { agent_id: "Or let cairn mcp fill agent_id in: start it with --agent NAME, or set CAIRN_AGENT." },
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
