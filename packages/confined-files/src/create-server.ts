import { createMcpDoor } from "@cairn/operations/mcp-door";
import type { McpServerFactory, Transport } from "@modelcontextprotocol/server";
import { type StdioServerHandle, serveStdio } from "@modelcontextprotocol/server/stdio";
import packageJson from "../package.json" with { type: "json" };
import type { ConfinedRoot } from "./confined-root.ts";
import { createFilesToolset } from "./files-toolset.ts";
import { ModernOnlyTransport } from "./protocol/modern-only-transport.ts";

export interface ServerOptions {
	/** Also serves clients of the 2025 protocol era; without it only 2026-07-28 is spoken. */
	readonly legacy?: boolean;
	/** Takes note of a fault inside the server, of which a caller only hears an id. Written to stderr unless told. */
	readonly onDefect?: (defect: { id: string; error: unknown; requestId: string; operation: string }) => void;
}

/** The five file tools of one root as an MCP server. */
export interface FilesServer extends AsyncDisposable {
	/** Serves one client over a transport of the MCP SDK, until either side closes it. */
	connect(transport: Transport): Promise<void>;
	/** Ends all connections. The root stays open: it is its opener's. */
	close(): Promise<void>;
}

const INSTRUCTIONS =
	"Files of one directory. Follow next_cursor until it is null; when a call says that the filesystem changed, begin again without a cursor.";

/** Makes the server of a root; nothing is served before `connect`. */
export function createServer(root: ConfinedRoot, options: ServerOptions = {}): FilesServer {
	const door = createMcpDoor({
		info: { name: "cairn-files", version: packageJson.version },
		instructions: INSTRUCTIONS,
		toolsets: [createFilesToolset(root)],
		onDefect: options.onDefect ?? reportDefect,
	});
	const connections = new Set<StdioServerHandle>();
	const close = async () => {
		const open = [...connections];
		connections.clear();
		await Promise.all(open.map((connection) => connection.close()));
	};
	return {
		async connect(transport) {
			connections.add(serve(door, { transport, legacy: options.legacy ?? false }));
		},
		close,
		[Symbol.asyncDispose]: close,
	};
}

/** The SDK's entry for a single connection serves any transport; only its default is stdio. */
function serve(door: McpServerFactory, { transport, legacy }: { transport: Transport; legacy: boolean }) {
	if (legacy) return serveStdio(door, { transport });
	return serveStdio(door, { transport: new ModernOnlyTransport(transport), legacy: "reject" });
}

function reportDefect({ id, error }: { id: string; error: unknown }): void {
	const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
	process.stderr.write(`cairn files: defect ${id}: ${detail}\n`);
}
