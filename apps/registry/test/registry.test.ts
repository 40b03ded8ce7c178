import { truncate } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { hostToListenOn } from "@cairn/kernel/listen-http";
import { describe, expect, test } from "vitest";
import { readRegistryConfig } from "../src/config.ts";
import { openRegistry } from "./open-registry.ts";

const TOKEN = "a-shared-token";
const WITH_TOKEN = { TOOLS_REGISTRY_TOKEN: TOKEN, HOST: "127.0.0.1" };
const NOTES = { agent_id: "a", path: "notes" };

/** The status of a GET with a Host header that fetch would not let through. */
function statusWithHost(url: string, host: string): Promise<number | undefined> {
	return new Promise((resolve, reject) => {
		request(url, { headers: { host }, setHost: false }, (response) => {
			response.resume();
			resolve(response.statusCode);
		})
			.on("error", reject)
			.end();
	});
}

type Registry = Awaited<ReturnType<typeof openRegistry>>;

const listeningLine = (registry: Registry) => registry.log().find(({ msg }) => msg === "listening");

describe("the registry", () => {
	test("keeps what was written by one call for the next one", async () => {
		await using registry = await openRegistry();
		const written = await registry.post("/api/scratchpad/write_file", { ...NOTES, content: "hello" });
		expect(await written.json()).toEqual({ path: "notes", version: 1, bytes_written: 5 });
		const read = await registry.post("/api/scratchpad/read_file", NOTES);
		expect(await read.json()).toEqual({ path: "notes", current_version: 1, content: "hello" });
	});

	test("answers the probes without a token, and says what isn't there", async () => {
		await using registry = await openRegistry(WITH_TOKEN);
		for (const [path, body] of [
			["/health", "ok"],
			["/live", "ok"],
			["/ready", "ready"],
		]) {
			const response = await fetch(registry.url + path);
			expect([response.status, await response.text()]).toEqual([200, body]);
		}
		const response = await fetch(`${registry.url}/nothing`, {
			headers: { authorization: `Bearer ${TOKEN}` },
		});
		expect(response.status).toBe(404);
		expect(response.headers.get("content-type")).toBe("application/problem+json");
	});

	test.each([
		["no token", {}],
		["another token", { authorization: "Bearer wrong" }],
		["the token without its scheme", { authorization: TOKEN }],
		["another scheme", { authorization: `Basic ${TOKEN}` }],
		["a token with something behind", { authorization: `Bearer ${TOKEN} x` }],
	])("refuses %s with a sentence and without a change", async (_name, headers) => {
		await using registry = await openRegistry(WITH_TOKEN);
		const response = await registry.post("/api/scratchpad/write_file", { ...NOTES, content: "x" }, headers);
		expect(response.status).toBe(401);
		expect(response.headers.get("www-authenticate")).toContain("Bearer");
		const text = await response.text();
		expect(text).toContain("TOOLS_REGISTRY_TOKEN");
		expect(text + JSON.stringify(registry.log())).not.toContain(TOKEN);
		const list = await registry.post(
			"/api/scratchpad/list_files",
			{ agent_id: "a" },
			{ authorization: `bearer ${TOKEN}` },
		);
		expect(await list.json()).toMatchObject({ count: 0 });
	});

	test("a token in the query is none", async () => {
		await using registry = await openRegistry(WITH_TOKEN);
		const response = await registry.post(`/api/scratchpad/get_usage_stats?token=${TOKEN}`, { agent_id: "a" });
		expect(response.status).toBe(401);
	});

	test.each([
		["127.0.0.1:3457", 405],
		["localhost", 405],
		["[::1]:3457", 405],
		["homeserver:3457", 405],
		["cairn.local", 405],
		["192.168.1.7:3457", 405],
		["evil.example", 421],
		["evil.example:3457", 421],
		["localhost.evil.example", 421],
		["127.0.0.1.evil.example", 421],
	])("without a token, a Host of %s is answered with %i", async (host, status) => {
		await using registry = await openRegistry();
		expect(await statusWithHost(`${registry.url}/api/scratchpad/list_files`, host)).toBe(status);
	});

	test("logs one line a call, with its id and no contents", async () => {
		await using registry = await openRegistry();
		const response = await registry.post("/api/scratchpad/write_file", {
			...NOTES,
			content: "private words",
		});
		await response.text();
		const line = registry.log().find(({ msg }) => msg === "request");
		expect(line).toMatchObject({ method: "POST", path: "/api/scratchpad/write_file", status: 200 });
		expect(line.requestId).toBe(response.headers.get("x-request-id"));
		expect(JSON.stringify(registry.log())).not.toContain("private words");
	});

	test("warns of a folder of scripts that can't be read, by its name", async () => {
		await using registry = await openRegistry({ TOOLS_SCRIPTS_DIR: "/no/such/scripts" });
		const line = registry.log().find(({ msg }) => msg === "catalog");
		expect(line).toMatchObject({ level: 40, folder: "/no/such/scripts", scripts: 0 });
		expect(line.problem).toContain("The scripts folder can't be read: it isn't there.");
	});

	test("is not ready when its store's file can't be read, which its log warns of", async () => {
		await using registry = await openRegistry();
		await truncate(join(registry.folder, "cairn.db"), 4096);
		const response = await fetch(`${registry.url}/ready`);
		expect(response.status).toBe(503);
		expect(await response.json()).toMatchObject({ code: "unavailable" });
		const line = registry.log().find(({ msg }) => msg === "request");
		expect(line).toMatchObject({ level: 40, path: "/ready", status: 503, code: "unavailable" });
	});
});

describe("where it listens", () => {
	test("is loopback without a token, and it says so", async () => {
		await using registry = await openRegistry();
		const line = listeningLine(registry);
		expect(line).toMatchObject({ host: "127.0.0.1", url: registry.url, wantsToken: false });
		expect(line.access).toContain("set TOOLS_REGISTRY_TOKEN to let other machines in");
	});

	test.each([
		["a-shared-token", "with the token, which is SHORT: set TOOLS_REGISTRY_TOKEN to one of 16 characters"],
		["a-shared-token-of-length", "with the token"],
	])("is told together with how good the token is: %s", async (token, access) => {
		await using registry = await openRegistry({ ...WITH_TOKEN, TOOLS_REGISTRY_TOKEN: token });
		expect(listeningLine(registry).access).toMatch(new RegExp(`^${access}`));
	});

	test.each(["203.0.113.7", "not an address"])(
		"can't be %s, which is told by the setting's name",
		async (HOST) => {
			await expect(openRegistry({ HOST })).rejects.toMatchObject({
				code: "invalid_input",
				message: expect.stringMatching(/^HOST must be an address of this machine/),
			});
		},
	);

	test("is all interfaces with a token, unless HOST says another", () => {
		const { host } = readRegistryConfig({ TOOLS_REGISTRY_TOKEN: TOKEN });
		expect(hostToListenOn(host, true)).toBe("::");
		expect(hostToListenOn(host, false)).toBe("127.0.0.1");
		expect(hostToListenOn(readRegistryConfig(WITH_TOKEN).host, true)).toBe("127.0.0.1");
		expect(hostToListenOn(readRegistryConfig({ HOST: "0.0.0.0" }).host, false)).toBe("0.0.0.0");
	});
});
