import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, test, vi } from "vitest";
import { openRegistry } from "./open-registry.ts";

const PATH = "/api/scratchpad/write_file";
const HEADERS = "host: localhost\r\ncontent-type: application/json\r\n";

/** A connection on which a request can be written that no HTTP client would send. */
function connectTo(url: string) {
	const { hostname, port } = new URL(url);
	return connect(Number(port), hostname);
}

/** What comes back for a request as it is written, status line, headers and body. */
function exchange(url: string, request: string): Promise<string> {
	const socket = connectTo(url);
	socket.end(request);
	return text(socket);
}

describe("a request that no client should send", () => {
	test.each([
		["a Host header that is no host", "GET /health HTTP/1.1\r\nhost: a b\r\n\r\n"],
		["a target that is no path", "POST * HTTP/1.1\r\nhost: localhost\r\ncontent-length: 0\r\n\r\n"],
	])("is answered with a problem: %s", async (_name, request) => {
		await using registry = await openRegistry();
		const answer = await exchange(registry.url, request);
		expect(answer).toMatch(/^HTTP\/1.1 400 /);
		expect(answer).toContain("content-type: application/problem+json");
		expect(answer).toContain('"title":"Bad Request"');
	});

	test("has a title that fits, where it is for another host", async () => {
		await using registry = await openRegistry();
		const request = `POST ${PATH} HTTP/1.1\r\nhost: evil.example\r\ncontent-length: 0\r\n\r\n`;
		const answer = await exchange(registry.url, request);
		expect(answer).toMatch(/^HTTP\/1.1 421 /);
		expect(answer).toContain('"title":"Misdirected Request"');
	});

	test("is refused before it is parsed, when it nests too deep", async () => {
		await using registry = await openRegistry();
		const body = `${"[".repeat(4_000_000)}${"]".repeat(4_000_000)}`;
		const headers = { "content-type": "application/json" };
		const response = await fetch(registry.url + PATH, { method: "POST", body, headers });
		expect(response.status).toBe(400);
		expect(await response.json()).toMatchObject({ detail: expect.stringContaining("64 levels deep") });
	});
});

describe("a client that leaves while its body is read", () => {
	test.each([
		["with a declared length", "content-length: 1000\r\n\r\n{"],
		["in chunks", "transfer-encoding: chunked\r\n\r\n1\r\n{\r\n"],
	])("is no defect: %s", async (_name, rest) => {
		await using registry = await openRegistry();
		const socket = connectTo(registry.url);
		socket.write(`POST ${PATH} HTTP/1.1\r\n${HEADERS}expect: 100-continue\r\n${rest}`);
		// The server asks for the body once it has the request.
		await new Promise((resolve) => socket.once("data", resolve));
		socket.destroy();
		const line = await vi.waitFor(() => {
			const found = registry.log().find(({ path }) => path === PATH);
			expect(found).toBeDefined();
			return found;
		});
		expect(line).toMatchObject({ level: 20, code: "cancelled", msg: "request" });
		expect(registry.log().filter(({ level }) => level > 30)).toEqual([]);
	});
});
