import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AllowedHosts } from "./allowed-hosts.ts";

const server = createServer((request, response) => {
	if (request.url === "/away") response.writeHead(302, { location: "/font.woff2" }).end();
	else response.writeHead(200, { "content-type": "font/woff2" }).end(`font for ${request.headers.host}`);
});
let port: number;
beforeAll(async () => {
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	port = (server.address() as AddressInfo).port;
});
afterAll(() => void server.close());

test("a host that was named by its address is asked, also in the own network", async () => {
	const hosts = new AllowedHosts([`127.0.0.1:${port}`]);
	const found = await hosts.fetch(`http://127.0.0.1:${port}/font.woff2`);
	expect(found).toMatchObject({ status: 200, contentType: "font/woff2" });
	expect(found?.body.toString()).toBe(`font for 127.0.0.1:${port}`);
});

test("a redirect is not followed here", async () => {
	const found = await new AllowedHosts([`127.0.0.1:${port}`]).fetch(`http://127.0.0.1:${port}/away`);
	expect(found?.status).toBe(302);
});

test.each([
	["a name that leads into the own network", "localhost", "http://localhost:PORT/"],
	["another host", "example.org", "http://127.0.0.1:PORT/"],
	["another port", "127.0.0.1:1", "http://127.0.0.1:PORT/"],
	["a file", "127.0.0.1", "file://127.0.0.1/etc/hostname"],
	["a longer name", "127.0.0.1", "http://127.0.0.1.nip.invalid:PORT/"],
	["no address", "127.0.0.1", "nonsense"],
])("is not asked: %s", async (_name, host, address) => {
	expect(await new AllowedHosts([host]).fetch(address.replace("PORT", `${port}`))).toBeUndefined();
});
