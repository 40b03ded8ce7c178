import { once } from "node:events";
import { createServer, type IncomingMessage, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { BodyRoom } from "@cairn/kernel/body-room";
import { getRequestListener } from "@hono/node-server";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createHttpDoor } from "../src/http-door.ts";
import { createNotesToolset } from "./notes-toolset.ts";

const MEBIBYTE = 1024 * 1024;
const PATH = "/api/notes/put_note";

let server: Server;
let room: BodyRoom;
beforeEach(async () => {
	room = new BodyRoom(3 * MEBIBYTE);
	const door = createHttpDoor({ toolsets: [createNotesToolset()], onDefect: () => {}, room });
	const listener = getRequestListener(door.fetch);
	server = createServer((...exchange) => void listener(...exchange));
	await once(server.listen(0, "127.0.0.1"), "listening");
});
afterEach(() => {
	server.closeAllConnections();
	server.close();
});

/** Begins a request from one of this machine's addresses, and sends a part of its body. */
function begin(bytes: number, { from = "127.0.0.1" } = {}) {
	const { port } = server.address() as AddressInfo;
	const headers = { "content-type": "application/json", "content-length": String(2 * MEBIBYTE) };
	const sent = request({
		...{ host: "127.0.0.1", port, path: PATH, method: "POST", headers },
		...{ localAddress: from, agent: false },
	});
	const answer = once(sent, "response").then(async ([response]: IncomingMessage[]) => ({
		status: response?.statusCode,
		retryAfter: response?.headers["retry-after"],
		body: response === undefined ? "" : await text(response),
	}));
	sent.on("error", () => undefined);
	sent.write(" ".repeat(bytes));
	const end = () => sent.end(`${" ".repeat(2 * MEBIBYTE - bytes - ARGUMENTS.length)}${ARGUMENTS}`);
	return { answer, end, leave: () => sent.destroy() };
}

const ARGUMENTS = '{"agent_id":"a","text":"x"}';

const untilHeld = async (bytes: number) => {
	while (room.bytes !== bytes) await new Promise((resolve) => setTimeout(resolve, 5));
};

test("a body that is longer than most is read, and lets its room go with the answer", async () => {
	const one = begin(MEBIBYTE);
	await untilHeld(MEBIBYTE);
	one.end();
	expect(await one.answer).toMatchObject({ status: 200, body: '{"count":1}' });
	await untilHeld(0);
});

test("bodies that come slowly lose their room to others: 503 with Retry-After", async () => {
	const slow = begin(MEBIBYTE * 1.5);
	await untilHeld(MEBIBYTE * 1.5);
	const later = begin(MEBIBYTE);
	await untilHeld(MEBIBYTE * 2.5);
	const other = begin(MEBIBYTE, { from: "127.0.0.2" });
	expect(await slow.answer).toMatchObject({
		status: 503,
		retryAfter: "2",
		body: expect.stringContaining("Too much is being sent"),
	});
	other.end();
	expect(await other.answer).toMatchObject({ status: 200 });
	later.end();
	expect(await later.answer).toMatchObject({ status: 200 });
	await untilHeld(0);
});

test("a caller who goes away in the middle lets its room go", async () => {
	const one = begin(MEBIBYTE);
	await untilHeld(MEBIBYTE);
	one.leave();
	await expect(one.answer).rejects.toThrow();
	await untilHeld(0);
});
