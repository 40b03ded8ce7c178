import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Appliance, SERVERS, startAppliance } from "./appliance.ts";

const CHUNKED = "transfer-encoding: chunked\r\n";
/** What an attacker wants a server to take for a request of its own, of which a proxy before it knows nothing. */
const SMUGGLED = "GET /live HTTP/1.1\r\nhost: localhost\r\n\r\n";

const request = (headers: string, { line = "POST /live HTTP/1.1", host = "host: localhost\r\n" } = {}) =>
	`${line}\r\n${host}connection: close\r\n${headers}\r\n`;

const NOT_LET_IN = [303, 400, 401, 403, 404, 421];

/** Bytes by their names, with the statuses of which one has to come; of none, the connection is cut. */
const ATTACKS: Readonly<Record<string, readonly [bytes: string, statuses: readonly number[]]>> = {
	"two lengths that differ": [`${request("content-length: 4\r\ncontent-length: 60\r\n")}x=1&`, [400]],
	"two lengths in one header": [`${request("content-length: 4, 60\r\n")}x=1&`, [400]],
	"a length below zero": [request("content-length: -1\r\n"), [400]],
	"a length in hexadecimal": [request("content-length: 0x4\r\n"), [400]],
	"a length beyond all": [request("content-length: 99999999999999999999\r\n"), [400]],
	"a length beside chunks": [`${request(`content-length: 6\r\n${CHUNKED}`)}0\r\n\r\n${SMUGGLED}`, [400]],
	"chunks that are not the last coding": [
		`${request("transfer-encoding: chunked, identity\r\n")}0\r\n\r\n${SMUGGLED}`,
		[400],
	],
	"a coding that nobody knows": [`${request("transfer-encoding: xchunked\r\n")}0\r\n\r\n${SMUGGLED}`, [400]],
	"a coding with a space before its colon": [
		`${request("transfer-encoding : chunked\r\n")}0\r\n\r\n${SMUGGLED}`,
		[400],
	],
	"a header that goes on in the next line": [request("x-a: b\r\n content-length: 9\r\n"), [400]],
	"lines that end with a line feed alone": ["GET /live HTTP/1.1\nhost: localhost\n\n", [400]],
	"a header's name with a space in it": [request("x a: b\r\n"), [400]],
	"a NUL in a header": [request("x-a: b\0c\r\n"), [400]],
	"a length of a chunk that is none": [`${request(CHUNKED)}zz\r\n`, [400, 401, 403, 404, 405, 421]],
	"no Host": [request("", { host: "" }), [400]],
	// What is older than HTTP/1.1 needs no Host, and no browser sends it.
	"no Host in HTTP/1.0": [request("", { line: "GET /agents HTTP/1.0", host: "" }), NOT_LET_IN],
	"a Host of another site in HTTP/1.0": [
		request("", { line: "GET / HTTP/1.0", host: "host: evil.example\r\n" }),
		[401, 403, 404, 421],
	],
	"two Hosts": [request("host: evil.example\r\n", { line: "GET / HTTP/1.1" }), [400, 401, 403, 404, 421]],
	"a Host with a path": [request("", { line: "GET / HTTP/1.1", host: "host: localhost/x\r\n" }), [400]],
	"another server's whole address as the target": [
		request("", { line: "GET http://evil.example/agents HTTP/1.1" }),
		[303, 401, 404, 421],
	],
	"a way through to another server": [request("", { line: "CONNECT evil.example:80 HTTP/1.1" }), []],
	"no version": ["GET /agents\r\n\r\n", NOT_LET_IN],
	"the preface of HTTP/2": ["PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", [400]],
	"a method of another protocol": [request("", { line: "MAIL FROM:<x> SMTP/1.0" }), [400]],
	"2,500 headers": [request("x: y\r\n".repeat(2_500)), [401, 403, 404, 405, 431]],
	"a header of 20 KB": [request(`x: ${"y".repeat(20_000)}\r\n`), [431]],
	"an address of 20 KB": [request("", { line: `GET /${"y".repeat(20_000)} HTTP/1.1` }), [431]],
	"a change of the protocol to web sockets": [
		request(
			"upgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n",
			{ line: "GET /events HTTP/1.1" },
		),
		[303, 401, 404],
	],
	"a change of the protocol to HTTP/2": [
		request("upgrade: h2c\r\nhttp2-settings: AAMAAABkAAQAAP__\r\n", { line: "GET /events HTTP/1.1" }),
		[303, 401, 404],
	],
};

describe.each(SERVERS)("%s withstands", (server) => {
	let appliance: Appliance;
	beforeAll(async () => {
		appliance = await startAppliance();
	});
	afterAll(() => appliance[Symbol.asyncDispose]());

	test.each(Object.entries(ATTACKS))("%s", async (_name, [bytes, statuses]) => {
		const before = await appliance.storeDigest();
		const answers = (await appliance.sendBytes(server, bytes)).match(/^HTTP\/1\.1 \d{3}/gm) ?? [];
		expect(answers.length).toBe(statuses.length === 0 ? 0 : 1);
		if (statuses.length > 0) expect(statuses).toContain(Number(answers[0]?.slice(-3)));
		expect(await appliance.storeDigest()).toBe(before);
	});

	test("700 connections of one address: others get through", async () => {
		const { hostname, port } = new URL(appliance.urls[server]);
		let cut = 0;
		const sockets = Array.from({ length: 700 }, () => connect(Number(port), hostname));
		for (const socket of sockets) socket.on("error", () => undefined).on("close", () => cut++);
		await vi.waitFor(() => expect(cut).toBeGreaterThanOrEqual(200));
		const other = connect({ port: Number(port), host: hostname, localAddress: "127.0.0.2" });
		const answer = new Promise<string>((resolve) => other.on("data", (bytes) => resolve(String(bytes))));
		other.write("GET /live HTTP/1.1\r\nhost: localhost\r\n\r\n");
		expect(await answer).toMatch(/^HTTP\/1\.1 200/);
		for (const socket of [...sockets, other]) socket.destroy();
	});

	test("all of that without a secret, a place of the machine or a stack in any answer or log line", () => {
		expect(appliance.leaks()).toEqual([]);
	});
});
