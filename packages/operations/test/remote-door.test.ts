import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { CairnError } from "@cairn/kernel";
import { serve } from "@hono/node-server";
import { describe, expect, test, vi } from "vitest";
import { createHttpDoor } from "../src/http-door.ts";
import { createRemoteToolset } from "../src/index.ts";
import { createNotesToolset, explode, getNote, hang, putNote, shout } from "./notes-toolset.ts";

function remoteAt(url: string, { token, timeoutMs = 20_000 }: { token?: string; timeoutMs?: number } = {}) {
	const server = { url, token };
	const remote = [putNote, getNote, explode, hang];
	const provide = async () => ({});
	return createRemoteToolset({ name: "notes", server, remote, here: [shout], provide, timeoutMs });
}

async function listen(server: ReturnType<typeof createServer>) {
	if (!server.listening) await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

async function serveNotes(notes?: Map<string, string>) {
	const app = createHttpDoor({ toolsets: [createNotesToolset(notes)], onDefect: () => {} });
	const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }) as ReturnType<
		typeof createServer
	>;
	await new Promise((resolve) => server.once("listening", resolve));
	return listen(server);
}

const serveAnything = (listener: RequestListener) => listen(createServer(listener));

async function failureOf(work: Promise<unknown>): Promise<CairnError> {
	const outcome = await work.catch((error: unknown) => error);
	if (outcome instanceof CairnError) return outcome;
	throw new Error(`expected a failure, got ${JSON.stringify(outcome)}`);
}

describe("the remote door", () => {
	test("carries calls, answers and errors as if the toolset were here", async () => {
		await using server = await serveNotes();
		const toolset = remoteAt(server.url);
		expect(await toolset.call("put_note", { agent_id: "a", text: "hi" })).toEqual({ count: 1 });
		expect(await toolset.call("get_note", { agent_id: "a" })).toEqual({ text: "hi" });
		const error = await failureOf(toolset.call("get_note", { agent_id: "b" }));
		expect(error).toMatchObject({ code: "not_found", details: { agent_id: "b" } });
		expect(await failureOf(toolset.call("explode", {}))).toMatchObject({ code: "internal" });
	});

	test("runs here what belongs here, over the server's operations", async () => {
		await using server = await serveNotes();
		const toolset = remoteAt(server.url);
		await toolset.call("put_note", { agent_id: "a", text: "hi" });
		expect(await toolset.call("shout", { agent_id: "a" })).toEqual({ text: "HI" });
	});

	test("refuses bad arguments before it asks anybody", async () => {
		const error = await failureOf(remoteAt("http://127.0.0.1:4").call("get_note", {}));
		expect(error).toMatchObject({
			code: "invalid_input",
			message: "agent_id is required and must be a string.",
		});
	});

	test.each([
		[401, "unauthorized", "The token is paused."],
		[403, "forbidden", "It may not write."],
		[429, "rate_limited", "Too many calls."],
	])("says which server refused, with its sentence: %i", async (status, code, detail) => {
		await using server = await serveAnything((_request, response) => {
			response.writeHead(status, { "retry-after": "7" });
			response.end(JSON.stringify({ code, detail, details: { asked: 1 } }));
		});
		expect(await failureOf(remoteAt(server.url).call("get_note", { agent_id: "a" }))).toMatchObject({
			code,
			message: `The Cairn server at ${server.url} refused this: ${detail}`,
			details: { asked: 1, retry_after_seconds: 7 },
		});
	});

	test.each([
		[503, "unavailable", "The disk is full."],
		[500, "internal", "Something went wrong; the log has it under req_1."],
	])("says which server is at fault, with its sentence: %i", async (status, code, detail) => {
		await using server = await serveAnything((_request, response) => {
			response.writeHead(status);
			response.end(JSON.stringify({ code, detail, details: { asked: 1 } }));
		});
		expect(await failureOf(remoteAt(server.url).call("get_note", { agent_id: "a" }))).toMatchObject({
			code,
			message: `The Cairn server at ${server.url} couldn't do this: ${detail}`,
			details: { asked: 1 },
		});
	});

	test("sends the token and the request id", async () => {
		let headers: Record<string, unknown> = {};
		await using server = await serveAnything((request, response) => {
			headers = request.headers;
			response.end('{"text":"x"}');
		});
		await remoteAt(server.url, { token: "t0ken" }).call(
			"get_note",
			{ agent_id: "a" },
			{ requestId: "req_1" },
		);
		expect(headers).toMatchObject({ authorization: "Bearer t0ken", "x-request-id": "req_1" });
	});

	test.each<[string, RequestListener, string, string]>([
		[
			"a proxy's page",
			(_, response) => response.writeHead(502).end("<html>"),
			"upstream_failed",
			"status 502",
		],
		[
			"a page that is fine",
			(_, response) => response.end("<html>"),
			"upstream_failed",
			"not as a Cairn registry",
		],
		[
			"JSON of another service",
			(_, response) => response.end('{"ok":true}'),
			"upstream_failed",
			"same version",
		],
		[
			"another service's error",
			(_, response) => response.writeHead(404).end('{"code":"nope"}'),
			"upstream_failed",
			"404",
		],
		[
			"a redirect",
			(_, response) => response.writeHead(302, { location: "/" }).end(),
			"unavailable",
			"can't be reached",
		],
		["a broken connection", (request) => request.socket.destroy(), "unavailable", "can't be reached"],
		["half an answer", halfAnAnswer, "unavailable", "can't be reached"],
	])("tells %s apart", async (_name, listener, code, words) => {
		await using server = await serveAnything(listener);
		const error = await failureOf(
			remoteAt(server.url, { token: "t0ken" }).call("get_note", { agent_id: "a" }),
		);
		expect(error.code).toBe(code);
		expect(error.message).toContain(words);
		expect(error.message).toContain(server.url);
		expect(error.message).not.toContain("t0ken");
	});

	test("says that nobody is there, by the system's own word", async () => {
		const error = await failureOf(remoteAt("http://127.0.0.1:4").call("get_note", { agent_id: "a" }));
		expect(error.message).toContain("can't be reached (ECONNREFUSED)");
	});

	test("ends the server's work when the caller goes away", async () => {
		const notes = new Map<string, string>();
		await using server = await serveNotes(notes);
		const controller = new AbortController();
		const call = failureOf(remoteAt(server.url).call("hang", {}, { signal: controller.signal }));
		await vi.waitFor(() => expect(notes.get("hang")).toBe("runs"));
		controller.abort();
		expect((await call).code).toBe("cancelled");
		await vi.waitFor(() => expect(notes.get("hang")).toBe("ended"));
	});

	test.each<[string, RequestListener]>([
		["doesn't answer", () => {}],
		["begins an answer and stops", stallingAnswer],
	])("gives up on a server that %s", async (_name, listener) => {
		await using server = await serveAnything(listener);
		using _garbage = collectGarbage();
		const error = await failureOf(
			remoteAt(server.url, { timeoutMs: 300 }).call("get_note", { agent_id: "a" }),
		);
		expect(error).toMatchObject({
			code: "unavailable",
			message: expect.stringContaining("did not answer within 0.3 seconds"),
		});
	});

	test("lets a caller go who goes while the answer comes", async () => {
		const controller = new AbortController();
		await using server = await serveAnything((request, response) => {
			stallingAnswer(request, response);
			setImmediate(() => controller.abort());
		});
		const call = remoteAt(server.url).call("get_note", { agent_id: "a" }, { signal: controller.signal });
		expect((await failureOf(call)).code).toBe("cancelled");
	});

	test("asks nobody for a caller who has gone", async () => {
		let asked = 0;
		await using server = await serveAnything((_request, response) => {
			asked++;
			response.end("{}");
		});
		const call = remoteAt(server.url).call("get_note", { agent_id: "a" }, { signal: AbortSignal.abort() });
		expect((await failureOf(call)).code).toBe("cancelled");
		expect(asked).toBe(0);
	});
});

function stallingAnswer(request: IncomingMessage, response: ServerResponse): void {
	request.resume();
	response.writeHead(200, { "content-type": "application/json" });
	response.write("{");
}

/** Collects garbage again and again, as a program does that works: what nobody holds must not be needed. */
function collectGarbage(): Disposable {
	setFlagsFromString("--expose-gc");
	const collect: () => void = runInNewContext("gc");
	const timer = setInterval(collect, 50);
	return { [Symbol.dispose]: () => clearInterval(timer) };
}

function halfAnAnswer(_request: unknown, response: Parameters<RequestListener>[1]): void {
	response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
	response.write('{"text":');
	setImmediate(() => response.destroy());
}
