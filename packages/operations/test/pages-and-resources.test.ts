import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { Client } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { describe, expect, test } from "vitest";
import { createHttpDoor } from "../src/http-door.ts";
import type { OnDefect } from "../src/index.ts";
import { createMcpDoor } from "../src/mcp-door.ts";
import { createRemoteShelf, createShelfToolset } from "./shelf-toolset.ts";

type Era = "legacy" | { pin: string };
const WAYS = (["local", "remote"] as const).flatMap((way) => [
	{ way, era: "legacy" as Era },
	{ way, era: { pin: "2026-07-28" } as Era },
]);

const serveShelf = async () => {
	const app = createHttpDoor({ toolsets: [createShelfToolset()], onDefect: () => {} });
	const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" });
	await new Promise((resolve) => server.once("listening", resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		[Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
	};
};

async function connect({ way, era }: { way: "local" | "remote"; era: Era }) {
	const server = way === "remote" ? await serveShelf() : undefined;
	const toolset = server === undefined ? createShelfToolset() : createRemoteShelf(server);
	const defects: Parameters<OnDefect>[0][] = [];
	const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
	const door = createMcpDoor({
		info: { name: "t", version: "1" },
		instructions: "",
		toolsets: [toolset],
		agent: "claude-laptop",
		onDefect: (defect) => void defects.push(defect),
	});
	const connection = serveStdio(door, { transport: serverSide });
	const client = new Client({ name: "t", version: "1" }, { versionNegotiation: { mode: era } });
	await client.connect(clientSide);
	return {
		client,
		defects,
		async [Symbol.asyncDispose]() {
			await client.close();
			await connection.close();
			await server?.[Symbol.asyncDispose]();
		},
	};
}

describe.each(WAYS)("over MCP, $way, era $era", (options) => {
	test("a page is the bare list, and a second text says what was left out", async () => {
		await using shelf = await connect(options);
		const first = await shelf.client.callTool({ name: "list_books", arguments: { shelf: "x" } });
		expect(first.content).toEqual([
			{ type: "text", text: '[{"title":"a"},{"title":"b"}]' },
			{ type: "text", text: '3 more: call again with cursor "2".' },
		]);
		const uncounted = await shelf.client.callTool({ name: "list_books", arguments: {} });
		expect(uncounted.content[1]).toMatchObject({ text: 'There is more: call again with cursor "2".' });
		const last = await shelf.client.callTool({ name: "list_books", arguments: { cursor: "4" } });
		expect(last.content).toEqual([{ type: "text", text: '[{"title":"e"}]' }]);
	});

	test("the caller's name reaches the operation", async () => {
		await using shelf = await connect(options);
		const answer = await shelf.client.callTool({ name: "who_calls", arguments: {} });
		expect(answer.structuredContent).toEqual({ agent: "claude-laptop" });
	});

	test("resources and templates are listed", async () => {
		await using shelf = await connect(options);
		const { resources } = await shelf.client.listResources();
		expect(resources).toMatchObject([
			{ uri: "shelf://all", name: "books", title: "All books", mimeType: "application/json" },
		]);
		const { resourceTemplates } = await shelf.client.listResourceTemplates();
		expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
			"shelf://all{?cursor}",
			"shelf://of/{shelf}",
		]);
	});

	test("a resource is read page by page, each with the address of the next", async () => {
		await using shelf = await connect(options);
		const texts: string[] = [];
		for (let uri: string | undefined = "shelf://all"; uri !== undefined; ) {
			const { contents } = await shelf.client.readResource({ uri });
			expect(contents[0]).toMatchObject({ uri, mimeType: "application/json" });
			texts.push(contents[0] !== undefined && "text" in contents[0] ? contents[0].text : "");
			uri = contents[1]?.uri;
			if (uri !== undefined) expect(contents[1]).toMatchObject({ text: `There is more: read ${uri}` });
		}
		expect(texts.flatMap((text) => JSON.parse(text))).toHaveLength(5);
		expect(texts).toHaveLength(3);
	});

	test("a variable is decoded, and what can't be read is told with its address and no secret", async () => {
		await using shelf = await connect(options);
		const read = (uri: string) => shelf.client.readResource({ uri });
		expect((await read("shelf://of/a%2Fb%20%C3%A4")).contents).toHaveLength(1);
		await expect(read("shelf://of/lost")).rejects.toMatchObject({
			code: -32602,
			message: expect.stringContaining("There is no shelf of that name."),
			data: { uri: "shelf://of/lost" },
		});
		await expect(read("shelf://nowhere/at/all")).rejects.toMatchObject({ code: -32602 });
		const broken = await read("shelf://of/broken").catch((error: unknown) => error);
		expect(String(broken)).not.toContain("SELECT");
		expect(broken).toMatchObject({ code: -32603 });
	});
});

describe("over HTTP", () => {
	const app = () => createHttpDoor({ toolsets: [createShelfToolset()], onDefect: () => {} });
	const post = (operation: string, body: unknown, headers: Record<string, string> = {}) =>
		app().request(`/api/shelf/${operation}`, {
			method: "POST",
			body: JSON.stringify(body),
			headers: { "content-type": "application/json", ...headers },
		});

	test("a page is the bare list, and headers say what was left out", async () => {
		const first = await post("list_books", { shelf: "x" });
		expect(await first.json()).toEqual([{ title: "a" }, { title: "b" }]);
		expect(first.headers.get("x-cairn-next-cursor")).toBe("2");
		expect(first.headers.get("x-cairn-remaining")).toBe("3");
		const last = await post("list_books", { cursor: "4" });
		expect(last.headers.get("x-cairn-next-cursor")).toBeNull();
	});

	test.each(["a b", "@owner"])(
		"a header names the caller; %s, which no agent can be called, is refused",
		async (name) => {
			const named = await post("who_calls", {}, { "x-cairn-agent": "claude-laptop" });
			expect(await named.json()).toEqual({ agent: "claude-laptop" });
			expect(await (await post("who_calls", {})).json()).toEqual({ agent: "" });
			const refused = await post("who_calls", {}, { "x-cairn-agent": name });
			expect(refused.status).toBe(400);
			expect(await refused.json()).toMatchObject({ detail: expect.stringContaining("x-cairn-agent") });
		},
	);
});
