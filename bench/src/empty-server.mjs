/**
 * The floor of the protocol: the SDK's own stdio server with one tool that does nothing and one that answers at length, run from its package,
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
	server.registerTool(
		"large",
		{ description: "Answers so many letters.", inputSchema: z.strictObject({ bytes: z.int() }) },
		async ({ bytes }) => ({ content: [{ type: "text", text: "x".repeat(bytes) }] }),
	);
	return server;
});
