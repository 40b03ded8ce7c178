import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Client as ModernClient } from "@modelcontextprotocol/client";
import { StdioClientTransport as ModernStdio } from "@modelcontextprotocol/client/stdio";
import { Client as LegacyClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as LegacyStdio } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ToolListChangedNotificationSchema } from "@modelcontextprotocol/sdk/types.js";
import { keptPort } from "./kept-port.ts";
import type { ToolAnswer } from "./mcp-clients.ts";
import { bareEnvironment, CAIRN, startRegistry, type TemporaryFolder } from "./programs.ts";

interface ScriptsClient extends AsyncDisposable {
	/** How often the client was told that its tools have changed. */
	announced(): number;
	names(): Promise<string[]>;
	call(name: string, input?: Record<string, unknown>): Promise<ToolAnswer>;
	readonly pid: number | null;
}

type ConnectScripts = (settings: Record<string, string>) => Promise<ScriptsClient>;

const info = { name: "e2e", version: "1.0.0" };

/** How a client starts `cairn mcp`. */
const program = (settings: Record<string, string>) => ({
	command: process.execPath,
	args: [CAIRN, "mcp"],
	env: bareEnvironment(settings),
	stderr: "ignore" as const,
});

/** A client of `cairn mcp` that speaks the protocol of 2025. */
export const connectLegacy: ConnectScripts = async (settings) => {
	const client = new LegacyClient(info);
	let announced = 0;
	client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
		announced++;
	});
	const transport = new LegacyStdio(program(settings));
	await client.connect(transport);
	return scriptsClient({ client, transport, announced: () => announced });
};

/** A client of `cairn mcp` that speaks the protocol of 2026. */
export const connectModern: ConnectScripts = async (settings) => {
	let announced = 0;
	const onChanged = () => {
		announced++;
	};
	const client = new ModernClient(info, {
		versionNegotiation: { mode: { pin: "2026-07-28" } },
		listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged } },
	});
	const transport = new ModernStdio(program(settings));
	await client.connect(transport);
	return scriptsClient({ client, transport, announced: () => announced });
};

interface Connected {
	readonly client: LegacyClient | ModernClient;
	readonly transport: { readonly pid: number | null };
	announced(): number;
}

/** What the clients of both eras have in common. */
function scriptsClient({ client, transport, announced }: Connected): ScriptsClient {
	return {
		announced,
		names: async () => (await client.listTools()).tools.map(({ name }) => name),
		call: async (name, input = {}) => (await client.callTool({ name, arguments: input })) as ToolAnswer,
		pid: transport.pid,
		[Symbol.asyncDispose]: () => client.close(),
	};
}

/** The clients, by the era that they are of. */
export const ERAS: Array<[string, ConnectScripts]> = [
	["2025", connectLegacy],
	["2026-07-28", connectModern],
];

/** Puts a script into the folder that is served, or another version of it. */
export async function writeScript(
	folder: string,
	name: string,
	{ description = `Does ${name}.`, run = "echo hello" } = {},
) {
	const dir = join(folder, "scripts", name);
	await mkdir(dir, { recursive: true });
	const manifest = `name: ${name}\ndescription: ${description}\nexec: ./run.sh\ninputs:\n  text: { type: string }\noutputs:\n  length: { type: integer }\n`;
	await writeFile(join(dir, "manifest.yaml"), manifest);
	await writeFile(join(dir, "run.sh"), `#!/bin/bash\n${run}\n`);
	await chmod(join(dir, "run.sh"), 0o755);
}

/** A registry over a folder of scripts, at a port to which it can come back, and the settings of a laptop that asks it. */
export async function serveScripts(folder: TemporaryFolder, settings: Record<string, string> = {}) {
	await mkdir(join(folder.path, "scripts"), { recursive: true });
	const registry = await startRegistry({
		CAIRN_DATA_DIR: join(folder.path, "data"),
		TOOLS_SCRIPTS_DIR: join(folder.path, "scripts"),
		PORT: await keptPort(),
		...settings,
	});
	const laptop = {
		TOOLS_REGISTRY_URL: registry.url,
		TOOLS_CACHE_DIR: join(folder.path, "laptop", "cache"),
		TOOLS_RUNS_DIR: join(folder.path, "laptop", "runs"),
		TOOLS_POLL_MS: "200",
		HOME: join(folder.path, "laptop"),
	};
	return { registry, laptop };
}

/** What a script gave, as the tool tells it. */
export const resultOf = ({ content }: ToolAnswer) => JSON.parse(content[0]?.text ?? "");
