import { once } from "node:events";
import { createInterface } from "node:readline";
import { PassThrough } from "node:stream";
import { CairnError } from "@cairn/kernel";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { afterEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { createToolset, defineOperation, Page } from "../src/index.ts";
import { createMcpDoor } from "../src/mcp-door.ts";
import { StdioTransport } from "../src/stdio-transport.ts";
import { getNote, putNote } from "./notes-toolset.ts";

const ENVELOPE = {
	"io.modelcontextprotocol/protocolVersion": "2026-07-28",
	"io.modelcontextprotocol/clientInfo": { name: "t", version: "1" },
	"io.modelcontextprotocol/clientCapabilities": {},
};

/** A key of the protocol that the door doesn't know, with which a call goes the SDK's way. */
const BY_SDK = { "io.modelcontextprotocol/unknown": 1 };

const ERAS = [
	["2025-06-18", {}],
	["2026-07-28", ENVELOPE],
] as const;

const listNames = defineOperation({
	name: "list_names",
	title: "List names",
	description: "A page.",
	access: "read",
	answer: "text",
	input: z.strictObject({}),
	output: z.array(z.string()),
	run: async () => new Page(["ä", '"'], { remaining: 3, nextCursor: "c" }),
});

const fail = defineOperation({
	name: "fail",
	title: "Fail",
	description: "A defect.",
	access: "read",
	input: z.strictObject({}),
	output: z.object({}),
	run: async () => {
		throw new TypeError("SELECT secret FROM /home/owner/cairn.db");
	},
});

const closing: Array<() => Promise<void>> = [];

afterEach(async () => {
	for (const close of closing.splice(0)) await close();
});

/** A client that writes and reads messages as they are. */
async function open(version: string) {
	const [input, output] = [new PassThrough(), new PassThrough()];
	const transport = new StdioTransport(input, output);
	const signals: AbortSignal[] = [];
	const wait = defineOperation({
		name: "wait",
		title: "Wait",
		description: "Tells of its progress, then waits until the caller goes away.",
		access: "read",
		input: z.strictObject({}),
		output: z.object({}),
		run: ({ signal, progress }) => {
			progress({ progress: 1 });
			signals.push(signal);
			return new Promise<never>((_resolve, reject) => {
				signal.addEventListener("abort", () => reject(new CairnError("cancelled", "Gone.")));
			});
		},
	});
	const toolset = createToolset({
		name: "notes",
		operations: [putNote, getNote, listNames, fail, wait],
		provide: async () => ({ notes: new Map<string, string>() }),
	});
	const options = { info: { name: "t", version: "1" }, instructions: "", onDefect: () => {} };
	const connection = serveStdio(createMcpDoor({ ...options, toolsets: [toolset] }), { transport });
	closing.push(() => connection.close());
	const lines = createInterface({ input: output })[Symbol.asyncIterator]();
	const read = async () => JSON.parse((await lines.next()).value);
	const send = (message: object) => void input.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
	const isModern = version === "2026-07-28";
	let id = 0;
	/** Sends a tool's call and gives its id. */
	const start = (name: string, given: unknown, meta: object) => {
		const _meta = { ...(isModern && ENVELOPE), ...meta };
		send({ id: ++id, method: "tools/call", params: { name, arguments: given, _meta } });
		return id;
	};
	const call = async (name: string, given: unknown, meta: object = {}) => {
		start(name, given, meta);
		return read();
	};
	if (isModern) await call("list_names", {});
	else {
		const clientInfo = { name: "t", version: "1" };
		const params = { protocolVersion: version, capabilities: {}, clientInfo };
		send({ id: ++id, method: "initialize", params });
		await read();
	}
	return { call, start, send, read, transport, signals };
}

describe.each(ERAS)("a plain call in era %s", (version) => {
	test.each([
		["a structured answer", "put_note", { agent_id: "a", text: 'quotes " and \\ and ü\n' }],
		["a page", "list_names", {}],
		["an error that is told", "get_note", { agent_id: "nobody" }],
		["arguments that don't fit", "put_note", { agent_id: 1 }],
		["no arguments", "list_names", undefined],
		["an unknown tool", "gone", {}],
	])("is answered as the SDK would: %s", async (_name, tool, given) => {
		const { call } = await open(version);
		const { id: directId, ...direct } = await call(tool, given);
		const { id: sdkId, ...bySdk } = await call(tool, given, BY_SDK);
		expect(direct).toEqual(bySdk);
		expect(sdkId).toBe(directId + 1);
	});

	test("tells an id of a defect, and nothing of it", async () => {
		const { call } = await open(version);
		const { result } = await call("fail", {});
		expect(result.isError).toBe(true);
		expect(JSON.stringify(result)).not.toContain("secret");
	});

	test("sends progress to who asked for it, and ends without an answer when it is cancelled", async () => {
		const { start, send, read, signals, call } = await open(version);
		const requestId = start("wait", {}, { progressToken: "p" });
		expect(await read()).toMatchObject({
			method: "notifications/progress",
			params: { progressToken: "p", progress: 1 },
		});
		send({ method: "notifications/cancelled", params: { requestId } });
		expect(await call("put_note", { agent_id: "a", text: "x" })).toMatchObject({ id: requestId + 1 });
		expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
	});

	test("ends when the connection does", async () => {
		const { start, read, signals, transport } = await open(version);
		start("wait", {}, { progressToken: 1 });
		await read();
		const aborted = signals[0] && once(signals[0], "abort");
		await transport.close();
		await aborted;
	});
});

test.each([
	["broken capabilities", { "io.modelcontextprotocol/clientCapabilities": 1 }],
	["no capabilities", { "io.modelcontextprotocol/clientCapabilities": undefined }],
	["a broken name", { "io.modelcontextprotocol/clientInfo": { name: 1 } }],
])("a client of 2026-07-28 that later comes with %s is refused", async (_name, envelope) => {
	const { call } = await open("2026-07-28");
	const { error, result } = await call("list_names", {}, envelope);
	expect(result).toBeUndefined();
	expect(error.code).toBeLessThan(0);
});
