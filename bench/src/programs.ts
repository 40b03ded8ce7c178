import { fileURLToPath } from "node:url";

/** The shipped program, by its launcher. */
export const CAIRN = fileURLToPath(new URL("../../apps/mcp/bin/cairn.mjs", import.meta.url));

/** The server's program. */
export const REGISTRY = fileURLToPath(new URL("../../apps/registry/dist/registry.mjs", import.meta.url));

/** The owner's pages. */
export const ADMIN = fileURLToPath(new URL("../../apps/admin/dist/admin.mjs", import.meta.url));

/** The SDK's own server with one empty tool. */
export const EMPTY_SERVER = fileURLToPath(new URL("./empty-server.mjs", import.meta.url));

/** A server without an SDK that answers at any length. */
export const BARE_SERVER = fileURLToPath(new URL("./bare-server.mjs", import.meta.url));

/** The MCP project's own memory server, which keeps a graph of entities in one file of JSON lines. */
export const MEMORY_SERVER = fileURLToPath(
	import.meta.resolve("@modelcontextprotocol/server-memory/dist/index.js"),
);
