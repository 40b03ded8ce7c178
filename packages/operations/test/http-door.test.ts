import { describe, expect, test } from "vitest";
import { createHttpDoor, MAX_BODY_BYTES } from "../src/http-door.ts";
import type { OnDefect } from "../src/index.ts";
import { createNotesToolset } from "./notes-toolset.ts";

type Defect = Parameters<OnDefect>[0];

function openDoor() {
	const defects: Defect[] = [];
	const app = createHttpDoor({
		toolsets: [createNotesToolset()],
		onDefect: (defect) => void defects.push(defect),
	});
	const post = (path: string, body: NonNullable<RequestInit["body"]>, headers: Record<string, string> = {}) =>
		app.request(path, { method: "POST", body, headers: { "content-type": "application/json", ...headers } });
	return { app, post, defects };
}

describe("the HTTP door", () => {
	test("takes arguments as JSON and answers with the bare result", async () => {
		const { post } = openDoor();
		const response = await post("/api/notes/put_note", '{"agent_id":"a","text":"ü"}', {
			"x-request-id": "mine-1",
		});
		expect(response.status).toBe(200);
		expect(response.headers.get("x-request-id")).toBe("mine-1");
		expect(await response.json()).toEqual({ count: 1 });
	});

	test("tells an error as problem+json with code, sentence and details", async () => {
		const { post } = openDoor();
		const response = await post("/api/notes/get_note", '{"agent_id":"a"}');
		expect(response.status).toBe(404);
		expect(response.headers.get("content-type")).toBe("application/problem+json");
		expect(await response.json()).toEqual({
			type: "urn:cairn:error:not_found",
			title: "Not found",
			status: 404,
			detail: "There is no note; put_note makes one.",
			code: "not_found",
			request_id: expect.stringMatching(/^req_/),
			details: { agent_id: "a" },
		});
	});

	test.each([
		["no JSON", "/api/notes/get_note", "{", {}, 400, "not valid JSON"],
		["bytes that are no UTF-8", "/api/notes/get_note", new Uint8Array([34, 0xff, 34]), {}, 400, "UTF-8"],
		["JSON that is no object", "/api/notes/get_note", "[1]", {}, 400, "one JSON object"],
		[
			"a form",
			"/api/notes/get_note",
			"a=b",
			{ "content-type": "application/x-www-form-urlencoded" },
			415,
			"as JSON",
		],
		["plain text", "/api/notes/get_note", "{}", { "content-type": "text/plain" }, 415, "as JSON"],
		["an unknown operation", "/api/notes/nope", "{}", {}, 404, "it has put_note, get_note"],
		["an unknown toolset", "/api/other/get_note", "{}", {}, 404, "there is notes"],
		["a property of every object", "/api/__proto__/constructor", "{}", {}, 404, "there is notes"],
		["a path upwards", "/api/notes/../notes/x/y", "{}", {}, 404, "Operations are at"],
		["an operation that runs in the client", "/api/notes/shout", '{"agent_id":"a"}', {}, 404, "cairn mcp"],
	])("refuses %s", async (_name, path, body, headers, status, words) => {
		const { post, defects } = openDoor();
		const response = await post(path, body, headers);
		expect(response.status).toBe(status);
		expect(await response.json()).toMatchObject({ detail: expect.stringContaining(words) });
		expect(defects).toEqual([]);
	});

	test.each(["GET", "PUT", "DELETE", "PATCH"])("answers %s with what is allowed", async (method) => {
		const response = await openDoor().app.request("/api/notes/get_note", { method });
		expect(response.status).toBe(405);
		expect(response.headers.get("allow")).toBe("POST");
		expect(await response.json()).toMatchObject({ status: 405, title: "Method Not Allowed" });
	});

	test("takes a body that nests 64 levels deep, and refuses a deeper one before parsing it", async () => {
		const { post } = openDoor();
		const body = (levels: number) =>
			`{"agent_id":"a","text":${"[".repeat(levels)}${"]".repeat(levels)},"s":"${"[".repeat(100)}"}`;
		const detail = async (levels: number) =>
			(await (await post("/api/notes/put_note", body(levels))).json()) as { detail: string };
		expect((await detail(63)).detail).toBe(
			'text must be a string; "s" is unknown. The arguments are agent_id, text.',
		);
		expect(await detail(64)).toMatchObject({
			code: "invalid_input",
			detail: expect.stringContaining("64 levels deep"),
		});
	});

	test("refuses a body of more keys than any call has before parsing it", async () => {
		const keys = Array.from({ length: 20_001 }, (_, n) => `"${n}":0`).join();
		const response = await openDoor().post("/api/notes/put_note", `{${keys}}`);
		expect(response.status).toBe(400);
		expect(await response.json()).toMatchObject({
			detail: "The body has more than 20000 keys. Nothing was stored.",
		});
	});

	test("refuses a __proto__ like any unknown argument", async () => {
		const { post } = openDoor();
		const response = await post("/api/notes/put_note", '{"agent_id":"a","text":"x","__proto__":{"x":1}}');
		expect(await response.json()).toMatchObject({
			detail:
				'Unknown argument "__proto__"; remove it or check its spelling. The arguments are agent_id, text.',
		});
	});

	test("lets nothing of a defect out but an id, under which it is logged", async () => {
		const { post, defects } = openDoor();
		const response = await post("/api/notes/explode", "{}", { "x-request-id": "mine-2" });
		const text = await response.text();
		expect(response.status).toBe(500);
		expect(text).not.toMatch(/SELECT|home|TypeError/);
		expect(defects).toMatchObject([
			{ operation: "explode", requestId: "mine-2", error: { name: "TypeError" } },
		]);
		expect(text).toContain(defects[0]?.id);
	});

	test("takes no request id that could forge a log line or header", async () => {
		const { post } = openDoor();
		const response = await post("/api/notes/hang-not", "{}", { "x-request-id": "x".repeat(65) });
		expect(response.headers.get("x-request-id")).toMatch(/^req_/);
	});

	test("stops reading a body at the limit, whether its length is declared or not", async () => {
		const { post } = openDoor();
		const declared = await post("/api/notes/put_note", "x".repeat(MAX_BODY_BYTES + 1));
		expect(declared.status).toBe(413);
		let sent = 0;
		const endless = new ReadableStream({
			pull(controller) {
				sent += 65_536;
				controller.enqueue(new Uint8Array(65_536));
			},
		});
		const init = {
			method: "POST",
			body: endless,
			duplex: "half",
			headers: { "content-type": "application/json" },
		};
		const streamed = await openDoor().app.request("/api/notes/put_note", init as RequestInit);
		expect(streamed.status).toBe(413);
		expect(await streamed.json()).toMatchObject({ detail: expect.stringContaining("Nothing was stored") });
		expect(sent).toBeLessThan(MAX_BODY_BYTES * 1.2);
	});
});
