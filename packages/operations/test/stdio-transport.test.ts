import { PassThrough } from "node:stream";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { describe, expect, test } from "vitest";
import { createMcpDoor } from "../src/mcp-door.ts";
import { MAX_MESSAGE_BYTES } from "../src/read-message.ts";
import { StdioTransport } from "../src/stdio-transport.ts";
import { createNotesToolset } from "./notes-toolset.ts";

const INITIALIZE = {
	jsonrpc: "2.0",
	id: 1,
	method: "initialize",
	params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } },
};

interface Message {
	readonly id?: number | string;
	readonly result?: { content?: Array<{ text: string }>; isError?: boolean };
	readonly error?: { code: number; message: string };
}

/** A server on a pair of streams, and what it has written. */
function open() {
	const input = new PassThrough();
	const output = new PassThrough();
	const transport = new StdioTransport(input, output);
	const onDefect = () => {};
	const toolsets = [createNotesToolset()];
	serveStdio(createMcpDoor({ info: { name: "t", version: "1" }, instructions: "", toolsets, onDefect }), {
		transport,
	});
	const messages = () =>
		String(output.read() ?? "")
			.split("\n")
			.filter((line) => line !== "")
			.map((line): Message => JSON.parse(line));
	return { input, transport, messages };
}

const callOf = (id: number | string, text: string) =>
	JSON.stringify({
		jsonrpc: "2.0",
		id,
		method: "tools/call",
		params: { name: "put_note", arguments: { agent_id: "a", text } },
	});

describe("MCP over streams", () => {
	test("answers a transcript that was piped in whole, then closes", async () => {
		const { input, transport, messages } = open();
		input.end(`${JSON.stringify(INITIALIZE)}\n${callOf(2, "x")}\r\n\n${callOf("three", "y")}\n`);
		await transport.closed;
		expect(messages().map(({ id }) => id)).toEqual([1, 2, "three"]);
	});

	test("takes a legal megabyte that JSON makes six of", async () => {
		const { input, transport, messages } = open();
		input.end(`${JSON.stringify(INITIALIZE)}\n${callOf(2, "\u0001".repeat(1_048_576))}\n`);
		await transport.closed;
		expect(messages()[1]).toMatchObject({ id: 2, result: { structuredContent: { count: 1 } } });
	});

	test.each([
		["in front", (text: string) => `{"jsonrpc":"2.0","id":7,"method":"x","params":{"t":"${text}"}}`],
		["behind", (text: string) => `{"method":"x","params":{"t":"${text}"},"jsonrpc":"2.0","id":7}`],
	])("refuses a message that is too long by its id %s, and goes on", async (_name, write) => {
		const { input, transport, messages } = open();
		input.write(`${JSON.stringify(INITIALIZE)}\n`);
		const long = write("x".repeat(MAX_MESSAGE_BYTES));
		for (let start = 0; start < long.length; start += 65_536) input.write(long.slice(start, start + 65_536));
		input.end(`\n${callOf(8, "after")}\n`);
		await transport.closed;
		const answers = new Map(messages().map((message) => [message.id, message]));
		expect(answers.get(7)?.error?.message).toContain("Nothing of it was used");
		expect(answers.get(8)).toMatchObject({ result: { structuredContent: { count: 1 } } });
	});

	test("refuses bytes that are no UTF-8 instead of storing something else", async () => {
		const { input, transport, messages } = open();
		input.write(`${JSON.stringify(INITIALIZE)}\n`);
		const [before, after] = callOf(2, "MARK").split("MARK");
		input.write(
			Buffer.concat([Buffer.from(before ?? ""), Buffer.from([0xc3, 0x28]), Buffer.from(`${after}\n`)]),
		);
		input.end("no JSON at all\n");
		await transport.closed;
		const [refused, ...others] = messages().sort((a, b) => Number(b.id) - Number(a.id));
		expect(refused).toMatchObject({ id: 2, error: { message: expect.stringContaining("UTF-8") } });
		expect(others.map(({ id }) => id)).toEqual([1]);
	});

	test("tells a tool's error as a sentence and as code with details", async () => {
		const { input, transport, messages } = open();
		const params = { name: "get_note", arguments: { agent_id: "nobody" } };
		input.write(`${JSON.stringify(INITIALIZE)}\n`);
		input.end(`${JSON.stringify({ jsonrpc: "2.0", id: 2, method: "tools/call", params })}\n`);
		await transport.closed;
		const { result } = messages()[1] ?? {};
		expect(result?.isError).toBe(true);
		expect(result?.content?.map(({ text }) => text)).toEqual([
			"There is no note; put_note makes one.",
			'{"code":"not_found","agent_id":"nobody"}',
		]);
	});
});
