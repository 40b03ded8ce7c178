import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ownerSettings, PASSWORD, signIn } from "./browser/as-owner.ts";
import {
	type RunningProgram,
	startAdminProgram,
	startConvertService,
	startMcpServer,
	startRegistry,
	type TemporaryFolder,
	temporaryFolder,
} from "./programs.ts";

const JSON_BODY = { "content-type": "application/json" };

interface Server {
	start(folder: string): Promise<RunningProgram>;
	/** A request that is under way when the server is asked to stop. */
	readonly request: { readonly path: string; readonly body: string; readonly status: number };
	headers?(url: string): Promise<Record<string, string>>;
	/** An event stream; the convert service has none. */
	stream?(url: string): Promise<Response>;
}

const INITIALIZE = {
	jsonrpc: "2.0",
	id: 1,
	method: "initialize",
	params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "e2e", version: "1" } },
};
const MCP_HEADERS = { ...JSON_BODY, accept: "application/json, text/event-stream" };

const SERVERS: Readonly<Record<string, Server>> = {
	registry: {
		start: (folder) => startRegistry({ CAIRN_DATA_DIR: folder, TOOLS_SCRIPTS_DIR: folder }),
		request: {
			path: "/api/scratchpad/append_log",
			body: JSON.stringify({ agent_id: "a", path: "log", entry: "under way" }),
			status: 200,
		},
		headers: async () => JSON_BODY,
		stream: (url) => fetch(`${url}/registry/events`),
	},
	admin: {
		start: async (folder) => startAdminProgram({ CAIRN_DATA_DIR: folder, ...(await ownerSettings(folder)) }),
		request: { path: "/login", body: new URLSearchParams({ password: PASSWORD }).toString(), status: 303 },
		headers: async (url) => ({ origin: url, "content-type": "application/x-www-form-urlencoded" }),
		stream: async (url) => fetch(`${url}/script-events`, { headers: { cookie: await signIn(url) } }),
	},
	mcp: {
		start: (folder) => startMcpServer({ CAIRN_DATABASE_URL: `file:${folder}/cairn.db` }),
		request: { path: "/mcp", body: JSON.stringify(INITIALIZE), status: 200 },
		headers: async () => MCP_HEADERS,
		async stream(url) {
			const opened = await fetch(`${url}/mcp`, {
				method: "POST",
				headers: MCP_HEADERS,
				body: JSON.stringify(INITIALIZE),
			});
			await opened.text();
			const session = opened.headers.get("mcp-session-id") ?? "";
			return fetch(`${url}/mcp`, { headers: { accept: "text/event-stream", "mcp-session-id": session } });
		},
	},
	convert: {
		start: (folder) =>
			startConvertService({
				CONVERT_WORK_DIR: folder,
				CONVERT_WITHOUT: "chromium,libreoffice,weasyprint,pandoc,poppler",
			}),
		// Its engines are left out, so that it says so: an answer all the same.
		request: { path: "/md_to_pdf", body: "# Under way\n", status: 503 },
		headers: async () => ({ "content-type": "text/markdown" }),
	},
};

/** A request whose headers the server has and whose body it waits for. */
interface UnderWay {
	/** Sends the rest, reads the answer to its end and gives its status. */
	finish(): Promise<number | undefined>;
	readonly cut: Promise<unknown>;
}

async function begin(url: string, { request: { path, body }, headers }: Server): Promise<UnderWay> {
	const outgoing = request(url + path, {
		method: "POST",
		headers: { ...(await headers?.(url)), "content-length": body.length, expect: "100-continue" },
	});
	const answer = once(outgoing, "response").then(([incoming]) => incoming as IncomingMessage);
	const cut = new Promise((resolve) => outgoing.once("close", resolve));
	// A server that ends cuts it, which whoever waits for the answer is told.
	outgoing.on("error", () => {});
	answer.catch(() => {});
	outgoing.flushHeaders();
	await once(outgoing, "continue");
	return {
		cut,
		async finish() {
			outgoing.end(body);
			const incoming = await answer;
			await text(incoming);
			return incoming.statusCode;
		},
	};
}

/** A connection that was used and waits for more, as browsers and clients keep them. */
async function idleConnection(url: string): Promise<Socket> {
	const { hostname, port } = new URL(url);
	const socket = connect(Number(port), hostname);
	socket.write(`GET /live HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
	await once(socket, "data");
	return socket;
}

/** Settles once nobody is let in any more. */
const closed = (url: string) => vi.waitFor(() => expect(fetch(`${url}/live`)).rejects.toThrow());

describe.each(Object.entries(SERVERS))("%s, asked to stop,", (_name, server) => {
	let folder: TemporaryFolder;
	let program: RunningProgram;
	beforeEach(async () => {
		folder = await temporaryFolder();
		program = await server.start(folder.path);
	});
	afterEach(async () => {
		await program.stop("SIGKILL");
		await folder[Symbol.asyncDispose]();
	});
	const exit = () => once(program.child, "exit");

	test("finishes what is under way, ends streams and idle connections, and exits with 0", async () => {
		const stream = await server.stream?.(program.url);
		expect(stream?.status ?? 200).toBe(200);
		const idle = await idleConnection(program.url);
		const idleClosed = once(idle, "close");
		const underWay = await begin(program.url, server);
		const ended = exit();
		program.child.kill("SIGTERM");
		await closed(program.url);
		expect(await underWay.finish()).toBe(server.request.status);
		// Whether by its last bytes or with its connection.
		await stream?.text().catch(() => "");
		await idleClosed;
		expect(await ended).toEqual([0, null]);
		expect(program.log.some((line) => line.includes('"defect"'))).toBe(false);
	});

	test("ends at once when asked twice", async () => {
		await begin(program.url, server);
		const ended = exit();
		program.child.kill("SIGTERM");
		await closed(program.url);
		program.child.kill("SIGTERM");
		expect(await ended).toEqual([null, "SIGTERM"]);
	});
});

test("what never ends is cut by all of them", async () => {
	const stopped = Object.values(SERVERS).map(async (server) => {
		await using folder = await temporaryFolder();
		await using program = await server.start(folder.path);
		const underWay = await begin(program.url, server);
		const ended = once(program.child, "exit");
		program.child.kill("SIGTERM");
		await underWay.cut;
		// Awaited here: what is disposed of at the end is asked to stop once more, which ends it at once.
		return await ended;
	});
	for (const ended of stopped) expect(await ended).toEqual([0, null]);
});

test("what was answered while the registry stopped is in the store", async () => {
	await using folder = await temporaryFolder();
	const { registry } = SERVERS as { registry: Server };
	await using program = await registry.start(folder.path);
	const underWay = await begin(program.url, registry);
	program.child.kill("SIGTERM");
	expect(await underWay.finish()).toBe(200);
	await program.stop();
	await using again = await registry.start(folder.path);
	const answer = await fetch(`${again.url}/api/scratchpad/read_log`, {
		method: "POST",
		headers: JSON_BODY,
		body: JSON.stringify({ agent_id: "a", path: "log" }),
	});
	expect(await answer.text()).toContain("under way");
});
