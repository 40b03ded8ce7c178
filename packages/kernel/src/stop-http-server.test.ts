import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { stopHttpServer } from "./stop-http-server.ts";

async function listen(server: ReturnType<typeof createServer>): Promise<string> {
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("a request under way is finished, and its idle connection is not waited for", async () => {
	let finish = () => {};
	const server = createServer((_request, response) => {
		finish = () => response.end("done");
	});
	server.keepAliveTimeout = 60_000;
	const answer = fetch(await listen(server));
	await once(server, "request");
	const stopped = stopHttpServer(server, 60_000);
	finish();
	expect(await (await answer).text()).toBe("done");
	await stopped;
});

test("what takes too long is cut", async () => {
	const server = createServer(() => {});
	const answer = fetch(await listen(server)).catch((error: unknown) => error);
	await once(server, "request");
	await stopHttpServer(server, 50);
	expect(await answer).toBeInstanceOf(TypeError);
});
