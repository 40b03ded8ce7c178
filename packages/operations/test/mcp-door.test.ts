import { CairnError } from "@cairn/kernel";
import { Client } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { describe, expect, test } from "vitest";
import { createToolset, type OperationFace, type Toolset } from "../src/index.ts";
import { createMcpDoor } from "../src/mcp-door.ts";
import { getNote, putNote } from "./notes-toolset.ts";

/** A toolset whose operations can be put in and taken out while it is served. */
function createChangingToolset(initial: readonly OperationFace[]) {
	let operations = [...initial];
	const listeners = new Set<() => void>();
	const toolset: Toolset = {
		name: "changing",
		get operations() {
			return operations;
		},
		onChange(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		async call(name, _input, { progress } = {}) {
			progress?.({ progress: 50, total: 100, message: "half" });
			return { name, failed: name.startsWith("fail") };
		},
	};
	const change = (next: readonly OperationFace[]) => {
		operations = [...next];
		for (const listener of listeners) listener();
	};
	return { toolset, change, listeners };
}

const named = (name: string): OperationFace => ({
	...getNote,
	name,
	tellsFailure: (output) => JSON.stringify(output).includes('"failed":true'),
});

const ERAS: ReadonlyArray<"legacy" | { pin: string }> = ["legacy", { pin: "2026-07-28" }];

async function connect(toolset: Toolset, mode: "legacy" | { pin: string }) {
	const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
	const door = createMcpDoor({
		info: { name: "t", version: "1" },
		instructions: "",
		toolsets: [toolset],
		onDefect: () => {},
	});
	const connection = serveStdio(door, { transport: serverSide });
	const client = new Client({ name: "t", version: "1" }, { versionNegotiation: { mode } });
	await client.connect(clientSide);
	const names = async () => (await client.listTools()).tools.map(({ name }) => name);
	return { client, connection, names };
}

test.each(ERAS.map((mode) => [mode]))(
	"tools that come and go are followed, sorted, in era %j",
	async (mode) => {
		const { toolset, change, listeners } = createChangingToolset([named("m"), putNote]);
		const { client, connection, names } = await connect(toolset, mode);
		expect(await names()).toEqual(["m", "put_note"]);
		change([named("a"), putNote, named("z"), named("m")]);
		expect(await names()).toEqual(["a", "m", "put_note", "z"]);
		await expect(client.callTool({ name: "gone", arguments: {} })).rejects.toThrow(/gone/);
		change([]);
		expect(await names()).toEqual([]);
		await client.close();
		await connection.close();
		expect(listeners.size).toBe(0);
	},
);

test("an argument that is missing is told with how else it gets its value; one that is wrong, or another, is not", async () => {
	const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
	const hint = "Or start it with --name.";
	const door = createMcpDoor({
		info: { name: "t", version: "1" },
		instructions: "",
		toolsets: [
			createToolset({ name: "notes", operations: [putNote], provide: async () => ({ notes: new Map() }) }),
		],
		hints: { agent_id: hint },
		onDefect: () => {},
	});
	const connection = serveStdio(door, { transport: serverSide });
	const client = new Client({ name: "t", version: "1" });
	await client.connect(clientSide);
	const says = async (input: Record<string, unknown>) =>
		JSON.stringify((await client.callTool({ name: "put_note", arguments: input })).content);
	expect(await says({ text: "x" })).toContain(`agent_id is required and must be a string. ${hint}`);
	expect(await says({ agent_id: 7, text: "x" })).not.toContain(hint);
	expect(await says({ agent_id: "a" })).not.toContain(hint);
	await client.close();
	await connection.close();
});

test("twenty changes at once are announced once", async () => {
	const { toolset, change } = createChangingToolset([named("a")]);
	const { client, connection } = await connect(toolset, "legacy");
	let announced = 0;
	client.setNotificationHandler("notifications/tools/list_changed", () => {
		announced++;
	});
	change(Array.from({ length: 20 }, (_, index) => named(`script_${index}`)));
	const again = await client.listTools();
	expect(again.tools).toHaveLength(20);
	expect(announced).toBe(1);
	await client.close();
	await connection.close();
});

test("an answer that tells of a failure is marked as an error, and progress is sent on", async () => {
	const { toolset } = createChangingToolset([named("fail_now"), named("fine")]);
	const { client, connection } = await connect(toolset, "legacy");
	const seen: unknown[] = [];
	const options = { onprogress: (update: unknown) => void seen.push(update) };
	expect(await client.callTool({ name: "fail_now", arguments: {} }, options)).toMatchObject({
		isError: true,
		content: [{ text: '{"name":"fail_now","failed":true}' }],
	});
	expect((await client.callTool({ name: "fine", arguments: {} })).isError).not.toBe(true);
	expect(seen).toEqual([{ progress: 50, total: 100, message: "half" }]);
	await client.close();
	await connection.close();
});

describe.each(ERAS.map((mode) => [mode]))(
	"a tool that is called before its toolset knows it, in era %j",
	(mode) => {
		test("runs once the toolset has settled", async () => {
			const { toolset, change } = createChangingToolset([named("first")]);
			let learn = () => {};
			const learned = new Promise<void>((resolve) => {
				learn = resolve;
			});
			const { client, connection, names } = await connect(
				Object.assign(toolset, { settled: () => learned }),
				mode,
			);
			const answer = client.callTool({ name: "late", arguments: {} });
			expect(await names()).toEqual(["first"]);
			expect(await client.callTool({ name: "first", arguments: {} })).toMatchObject({
				content: [{ text: '{"name":"first","failed":false}' }],
			});
			change([named("first"), named("late")]);
			learn();
			expect(await answer).toMatchObject({ content: [{ text: '{"name":"late","failed":false}' }] });
			await client.close();
			await connection.close();
		});

		test("is not found when the toolset has settled without it, and told of when it can't settle", async () => {
			const { toolset } = createChangingToolset([named("first")]);
			const problems = [new CairnError("forbidden", "The cache is somebody else's.")];
			const settled = async () => {
				const problem = problems.pop();
				if (problem !== undefined) throw problem;
			};
			const whyNot = async (name: string) => (name === "broken" ? "Its manifest has a fault." : undefined);
			const { client, connection } = await connect(Object.assign(toolset, { settled, whyNot }), mode);
			expect(await client.callTool({ name: "gone", arguments: {} })).toMatchObject({
				isError: true,
				content: [{ text: "The cache is somebody else's." }, { text: '{"code":"forbidden"}' }],
			});
			await expect(client.callTool({ name: "gone", arguments: {} })).rejects.toMatchObject({
				code: -32602,
				message: expect.stringMatching(/Tool gone not found$/),
			});
			await expect(client.callTool({ name: "broken", arguments: {} })).rejects.toMatchObject({
				code: -32602,
				message: expect.stringMatching(/Tool broken not found\. Its manifest has a fault\.$/),
			});
			await client.close();
			await connection.close();
		});
	},
);
