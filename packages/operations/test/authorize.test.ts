import { CairnError } from "@cairn/kernel";
import { Client } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { expect, test } from "vitest";
import * as z from "zod";
import { createHttpDoor } from "../src/http-door.ts";
import {
	type CallAccess,
	type CallContext,
	type CallRequest,
	createToolset,
	defineOperation,
} from "../src/index.ts";
import { createMcpDoor } from "../src/mcp-door.ts";
import { createNotesToolset } from "./notes-toolset.ts";

/** Lets reading pass as the agent `bot`, and refuses all else; remembers what it was asked. */
function readerAccess() {
	const asked: CallRequest[] = [];
	const access: CallAccess = {
		caller: { actor: "agent:bot", tokenId: "t1" },
		async authorize(request) {
			asked.push(request);
			if (request.operation.access !== "read")
				throw new CairnError("forbidden", "The scope notes:write is missing.");
			return { input: { ...Object(request.input), agent_id: "bot" }, agent: "bot" };
		},
	};
	return { access, asked };
}

const notes = () => createNotesToolset(new Map([["bot", "hello"]]));

test("the HTTP door asks before each call, and passes on what was filled in", async () => {
	const { access, asked } = readerAccess();
	const app = createHttpDoor({ toolsets: [notes()], accessOf: () => access, onDefect: () => {} });
	const post = (path: string, body: object) =>
		app.request(path, {
			method: "POST",
			body: JSON.stringify(body),
			headers: { "content-type": "application/json", "x-request-id": "mine", "x-cairn-agent": "me" },
		});
	expect(await (await post("/api/notes/get_note", {})).json()).toEqual({ text: "hello" });
	expect(asked[0]).toMatchObject({
		toolset: "notes",
		operation: { name: "get_note" },
		input: {},
		agent: "me",
	});
	expect(asked[0]?.requestId).toBe("mine");
	const refused = await post("/api/notes/put_note", { agent_id: "bot", text: "changed" });
	expect(refused.status).toBe(403);
	expect(await refused.json()).toMatchObject({
		code: "forbidden",
		detail: "The scope notes:write is missing.",
	});
	expect(await (await post("/api/notes/get_note", {})).json()).toEqual({ text: "hello" });
});

test("the MCP door asks before each call of a tool", async () => {
	const { access } = readerAccess();
	const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
	const door = createMcpDoor({
		info: { name: "t", version: "1" },
		instructions: "",
		toolsets: [notes()],
		accessOf: () => access,
		onDefect: () => {},
	});
	const connection = serveStdio(door, { transport: serverSide });
	const client = new Client({ name: "t", version: "1" });
	await client.connect(clientSide);
	const read = await client.callTool({ name: "get_note", arguments: {} });
	expect(read.content).toEqual([{ type: "text", text: '{"text":"hello"}' }]);
	const refused = await client.callTool({ name: "put_note", arguments: { text: "changed" } });
	expect(refused).toMatchObject({
		isError: true,
		content: [{ text: "The scope notes:write is missing." }, {}],
	});
	await client.close();
	await connection.close();
});

const outer = defineOperation({
	name: "outer",
	title: "Outer",
	description: "Reads, and by another operation writes.",
	access: "read",
	input: z.strictObject({ agent_id: z.string() }),
	output: z.object({ actor: z.string() }),
	run: async ({ call, caller }: CallContext, { agent_id }) => {
		await call(inner, { agent_id });
		return { actor: caller.actor };
	},
});

const inner = defineOperation({
	name: "inner",
	title: "Inner",
	description: "Writes.",
	access: "write",
	input: z.strictObject({ agent_id: z.string() }),
	output: z.object({}),
	run: async () => ({}),
});

const nested = createToolset<object>({
	name: "nested",
	operations: [outer, inner],
	provide: async () => ({}),
});

test("an operation that runs another has no more rights than its caller", async () => {
	const { access, asked } = readerAccess();
	await expect(nested.call("outer", { agent_id: "bot" }, { access })).rejects.toMatchObject({
		code: "forbidden",
	});
	expect(asked).toMatchObject([{ toolset: "nested", operation: { name: "inner" } }]);
});

test("whoever runs the program may everything, and is told of as such", async () => {
	expect(await nested.call("outer", { agent_id: "bot" })).toEqual({ actor: "local" });
});
