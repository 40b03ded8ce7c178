// Serves a directory to a client in the same process, without a program in between: writes a file, reads it back and
// searches for it. In a checkout: npx tsx packages/confined-files/examples/embed.mjs
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer, openRoot } from "@cairn/confined-files";
import { Client } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";

const directory = mkdtempSync(join(tmpdir(), "embed-"));
const root = openRoot({ root: directory, include: ["**"], exclude: ["*.secret"] });
const server = createServer(root);

const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
await server.connect(serverSide);
const client = new Client(
	{ name: "embed", version: "1.0.0" },
	{ versionNegotiation: { mode: { pin: "2026-07-28" } } },
);
await client.connect(clientSide);

async function call(name, input) {
	const { structuredContent, content, isError } = await client.callTool({ name, arguments: input });
	if (isError) throw new Error(content[0].text);
	return structuredContent;
}

const written = await call("write_text_file", { path: "notes.md", content: "Buy milk.\nCall home.\n" });
const read = await call("read_text_file", { path: "notes.md" });
const found = await call("search_text", { query: "home" });

process.stdout.write(`wrote ${written.bytes} bytes\n`);
process.stdout.write(`read the same: ${read.content_hash === written.content_hash}\n`);
process.stdout.write(
	`found ${found.items.map(({ path, line, text }) => `${path}:${line}: ${text}`).join(", ")}\n`,
);

await client.close();
await server.close();
root.close();
rmSync(directory, { recursive: true });
