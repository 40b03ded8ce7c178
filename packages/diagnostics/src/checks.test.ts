import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFakeClock } from "@cairn/kernel/testing";
import { describe, expect, onTestFinished, test } from "vitest";
import { checkConverter } from "./check-converter.ts";
import { checkData } from "./check-disk.ts";
import { checkProxy } from "./check-proxy.ts";
import { checkClock, checkServer } from "./check-server.ts";
import { checkVersions } from "./check-versions.ts";
import { findingsText } from "./findings-text.ts";

const clock = createFakeClock();
const NOW = clock.now();

const LAPTOP = { setting: "TOOLS_REGISTRY_URL", comesWithStore: true, clock } as const;

/** A server of this machine that answers so. */
async function serverOf(listener: RequestListener): Promise<string> {
	const server = createServer(listener);
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	onTestFinished(() => void server.close());
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each([
	["the same", NOW, NOW, "clock_right"],
	["a minute off", NOW, NOW - 60_000, "clock_differs"],
	["set back to 1970", 0, NOW, "clock_past"],
	["nothing to compare", NOW, undefined, "clock_unknown"],
])("a clock with %s", (_what, now, server, code) => expect(checkClock(now, server).code).toBe(code));

test.each([
	["20.19.0", "versions"],
	["24.1.0", "versions"],
	["20.18.9", "old_node"],
	["18.20.0", "old_node"],
])("Node.js %s", (node, code) => expect(checkVersions({ cairn: "1", node }).code).toBe(code));

test("a proxy in the environment is told by name", () => {
	expect(checkProxy({})).toMatchObject({ status: "ok" });
	expect(checkProxy({ https_proxy: "http://secret@p:1" })).toMatchObject({
		status: "warning",
		names: "https_proxy",
	});
});

/** A registry's answer to who asks what callers without a token may do; undefined for all other requests. */
const standing = (url: string | undefined, says: unknown) =>
	url === "/tokens/introspect" ? JSON.stringify(says) : undefined;
const OPEN = { active: true, scopes: "all" };

describe("a server", () => {
	const ask = (url: string | undefined, token?: string) =>
		checkServer({ url, setting: "REGISTRY_URL", token, comesWithStore: true, clock });

	test.each([
		[200, "answers"],
		[404, "answers"],
		[401, "wrong_token"],
		[403, "status"],
		[421, "status"],
		[503, "status"],
	])("that is a registry and answers a token with %i", async (status, code) => {
		const url = await serverOf((request, response) => {
			const says = standing(request.url, OPEN);
			response.writeHead(says === undefined ? status : 200).end(says);
		});
		expect((await ask(url, "token"))[0]?.code).toBe(code);
	});

	test.each([
		[200, "token", "not_registry"],
		[401, "token", "not_registry"],
		[404, "token", "not_registry"],
		[200, undefined, "not_registry"],
		[404, undefined, "not_registry"],
		[403, "token", "status"],
		[421, undefined, "status"],
		[503, undefined, "status"],
	])("that is no registry, or not to be seen as one, and answers %i to %s", async (status, token, code) => {
		const url = await serverOf((_request, response) => response.writeHead(status).end("ok"));
		for (const setting of ["REGISTRY_URL", "TOOLS_REGISTRY_URL"] as const) {
			const found = await checkServer({ ...LAPTOP, setting, url, token });
			expect(found[0]).toMatchObject({ status: "failed", code });
		}
	});

	test.each([302, 403, 404])(
		"that is another one, as the admin, and answers what it is asked by %i",
		async (status) => {
			const url = await serverOf((request, response) => {
				response.writeHead(request.method === "POST" ? status : 200, { location: "/login" }).end("ok");
			});
			for (const token of [undefined, "token"])
				expect((await ask(url, token))[0]).toMatchObject({ status: "failed", code: "not_registry" });
		},
	);

	test.each([429, 503])(
		"that is asked too often, or too much, is not taken for another one: %i to the second request",
		async (status) => {
			const url = await serverOf((request, response) => {
				response.writeHead(request.url === "/tokens/introspect" ? status : 200).end("later");
			});
			expect((await ask(url, "token"))[0]).toMatchObject({ status: "ok", code: "answers" });
			expect((await ask(url))[0]).toMatchObject({ status: "ok", code: "answers_untried" });
		},
	);

	test("that knows a token without the scope for scripts, which is good for other calls", async () => {
		const refusal = { code: "forbidden", details: { scope: "catalog:run" } };
		const url = await serverOf((request, response) => {
			const says = standing(request.url, OPEN);
			response.writeHead(says === undefined ? 403 : 200).end(says ?? JSON.stringify(refusal));
		});
		expect((await ask(url, "token"))[0]).toMatchObject({ status: "ok", code: "answers" });
	});

	test("is told of in lines that fit a terminal, below each other", async () => {
		const found = await checkServer({ ...LAPTOP, url: undefined, token: undefined, comesWithStore: false });
		const lines = findingsText(found, 80).split("\n");
		expect(lines.length).toBeGreaterThan(3);
		expect(lines.filter((line) => line.length > 80)).toEqual([]);
		expect(lines[1]).toMatch(/^ {22}\S/);
	});

	test("that refuses a token, to a laptop, says where the owner looks and makes another", async () => {
		const url = await serverOf((request, response) => {
			const says = standing(request.url, { active: false });
			response.writeHead(says === undefined ? 401 : 200).end(says);
		});
		const found = await checkServer({ ...LAPTOP, url, token: "token" });
		expect(findingsText(found)).toContain("page Agents");
	});

	test("that isn't named, of a client that has no store of its own", async () => {
		const found = await checkServer({ ...LAPTOP, url: undefined, token: undefined, comesWithStore: false });
		expect(found[0]).toMatchObject({ status: "failed", code: "server_wanted" });
		expect(findingsText(found)).toContain("Set TOOLS_REGISTRY_URL");
	});

	test.each([
		[200, "answers_untried"],
		[404, "status"],
		[503, "status"],
	])("whose probe answers %i, where there is no token to try", async (status, code) => {
		const asked: (string | undefined)[] = [];
		const url = await serverOf((request, response) => {
			asked.push(request.url);
			const says = standing(request.url, OPEN);
			response.writeHead(says === undefined ? status : 200).end(says);
		});
		expect((await ask(url))[0]?.code).toBe(code);
		expect(asked).toEqual(["/ready", "/tokens/introspect"]);
	});

	test.each([
		[{ active: false }, "token_wanted"],
		[OPEN, "answers_untried"],
	])("that says of callers without a token %j, to a laptop that has none", async (standing, code) => {
		const url = await serverOf((_request, response) =>
			response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(standing)),
		);
		const [found] = await checkServer({ ...LAPTOP, url, token: undefined });
		expect(found?.code).toBe(code);
	});

	test("that isn't there, and one that isn't named", async () => {
		const [away] = await ask("http://127.0.0.1:9");
		expect(away?.code).toMatch(/refused|unreachable/);
		expect(findingsText(away === undefined ? [] : [away])).toContain("in REGISTRY_URL");
		expect((await ask(undefined))[0]?.code).toBe("no_server");
	});

	test("that wants a token is well for the server itself, which has none", async () => {
		const url = await serverOf((request, response) => response.end(standing(request.url, { active: false })));
		expect((await ask(url))[0]?.code).toBe("answers_untried");
	});

	test.each([
		["right", 0, { status: "ok", code: "clock_right" }],
		["wrong", 3_600_000, { status: "failed", code: "clock_differs", seconds: 3_600 }],
	])("whose clock is %s", async (_how, behindMs, finding) => {
		const url = await serverOf((_request, response) =>
			response.writeHead(200, { date: new Date(NOW - behindMs).toUTCString() }).end(),
		);
		expect((await ask(url))[1]).toMatchObject(finding);
	});
});

test("a converter tells which engines it lacks", async () => {
	const engines = { pandoc: { version: "3" }, chromium: { missing: "install it" } };
	const url = await serverOf((_request, response) => response.end(JSON.stringify({ engines })));
	const look = (url: string | undefined) => checkConverter({ url, token: undefined });
	expect(await look(url)).toMatchObject([{ status: "warning", names: "chromium" }]);
	expect(await look(await serverOf((_request, response) => response.end("no")))).toMatchObject([
		{ code: "not_converter" },
	]);
	const broken = await serverOf((_request, response) => response.writeHead(502).end("no"));
	expect(await look(broken)).toMatchObject([{ code: "converter_away" }]);
	expect(await look(undefined)).toMatchObject([{ code: "no_converter" }]);
});

test.each([
	[204, ["engines_ready", "convert_token_taken"]],
	[401, ["engines_ready", "convert_token_refused"]],
	[403, ["engines_ready", "convert_token_unfit"]],
	[503, ["engines_ready", "convert_token_unknown"]],
	[404, ["engines_ready"]],
])("a converter that answers %i when it is asked about the token", async (status, codes) => {
	const url = await serverOf((request, response) => {
		if (request.url !== "/token") return response.end(JSON.stringify({ engines: { pandoc: {} } }));
		return response.writeHead(request.headers.authorization === "Bearer token" ? status : 500).end();
	});
	const found = await checkConverter({ url, token: "token" });
	expect(found.map(({ code }) => code)).toEqual(codes);
});

test("data that others can read, and a disk without room for a backup", async () => {
	const folder = mkdtempSync(join(tmpdir(), "cairn-doctor-"));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	const key = join(folder, "key");
	writeFileSync(key, "");
	chmodSync(key, 0o600);
	const codes = async (backupBytes: number) =>
		(await checkData({ folder, secrets: [key, join(folder, "none")], backupBytes })).map(({ code }) => code);
	expect((await codes(0))[1]).toBe("writable");
	expect((await codes(Number.MAX_SAFE_INTEGER))[0]).toMatch(/disk_low|disk_full/);
	chmodSync(key, 0o644);
	expect((await codes(0))[1]).toBe("readable_by_others");
	const storeFile = join(folder, "cairn.db");
	const store = async () => (await checkData({ folder, storeFile, secrets: [], backupBytes: 0 }))[0];
	expect(await store()).toEqual({ check: "store", status: "failed", code: "store_missing", folder });
	writeFileSync(storeFile, "");
	expect(await store()).toEqual({ check: "store", status: "ok", code: "store_there", folder });
	expect((await checkData({ folder: join(folder, "none"), secrets: [], backupBytes: 0 }))[0]?.code).toBe(
		"no_folder",
	);
});
