/**
 * The floor of the protocol: the SDK's own stdio server with one tool that does nothing, run from its package,
 * unbundled, as a server that somebody writes in an afternoon.
 */
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import * as z from "zod";

serveStdio(() => {
	const server = new McpServer({ name: "empty", version: "1.0.0" });
	server.registerTool(
		"empty",
		{ description: "Does nothing.", inputSchema: z.strictObject({}) },
		async () => ({
			content: [{ type: "text", text: "{}" }],
		}),
	);
	return server;
});
