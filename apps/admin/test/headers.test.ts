import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type OpenAdmin, openAdmin } from "./open-admin.ts";

const POLICY =
	"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

describe("every answer", () => {
	let admin: OpenAdmin;
	beforeAll(async () => {
		admin = await openAdmin();
		await admin.agent("write_file", { agent_id: "bot", path: "a.md", content: "one\n" });
		await admin.agent("append_log", { agent_id: "bot", path: "log", entry: "first" });
	});
	afterAll(() => admin[Symbol.asyncDispose]());

	test.each([
		["/", 200],
		["/agents", 200],
		["/agents/", 200],
		["/agents/bot", 200],
		["/agents/bot/files", 200],
		["/agents/bot/files/a.md", 200],
		["/agents/bot/diff/a.md", 200],
		["/agents/bot/logs", 200],
		["/agents/bot/logs/log", 200],
		["/scripts", 200],
		["/laptops", 200],
		["/convert", 200],
		["/scripts/unknown", 404],
		["/scripts/unknown/source/a", 404],
		["/script-events", 200],
		["/settings", 200],
		["/audit", 200],
		["/new-agent", 200],
		["/agents/bot/tokens/new", 200],
		["/agents/bot/tokens/none/rotation", 404],
		["/agents/stranger/tokens/new", 404],
		["/setup", 404],
		["/connect", 200],
		["/changes", 200],
		["/agents/bot/files/missing?seen=1", 404],
		["/nowhere", 404],
		["/agents/stranger", 404],
		["/agents/stranger/files", 404],
		["/agents/bot/files/missing", 404],
		["/agents/bot/files/a.md?version=9", 404],
		["/agents/bot/diff/a.md?from=8&to=9", 404],
		["/agents/bot/logs/missing", 404],
		["/agents/bot/events/missing", 404],
		["/agents/bot/files/%zz", 404],
		["/agents/%00", 404],
		["/agents/bot/files/%00", 404],
		["/agents/bot/files/..%2f..%2fetc", 404],
		["/agents/bot/files/%F0%9F%98%80", 404],
		[`/agents/bot/files/${"a".repeat(9_000)}`, 404],
		["/agents/bot/diff/%ff", 404],
		["/agents/bot/files?prefix=%00%ff", 200],
		["/agents/bot/files?cursor=nonsense", 422],
		["/health", 200],
		["/live", 200],
		["/ready", 200],
	])("to %s has status %i, the policy, and is kept nowhere", async (path, status) => {
		const response = await admin.get(path);
		expect(response.status).toBe(status);
		expect(response.headers.get("Content-Security-Policy")).toBe(POLICY);
		expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
		expect(response.headers.get("Referrer-Policy")).toBe("same-origin");
		expect(response.headers.get("Cache-Control")).toBe("no-store");
		expect(response.headers.get("Vary")).toContain("HX-Request-Type");
		await response.body?.cancel();
	});

	test("with an asset is kept for good, under the digest of all assets alone", async () => {
		const { folder } = admin.services.assets;
		const css = await admin.get(`/assets/${folder}/cairn.css`);
		expect(css.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
		expect(css.headers.get("Content-Type")).toBe("text/css; charset=utf-8");
		expect((await admin.get("/assets/000000000000/cairn.css")).status).toBe(404);
		expect((await admin.get(`/assets/${folder}/..%2fpackage.json`)).status).toBe(404);
	});

	test("with a file to download is an attachment in a sandbox", async () => {
		const response = await admin.get("/agents/bot/raw/a.md?version=1");
		expect(await response.text()).toBe("one\n");
		expect(response.headers.get("Content-Disposition")).toBe('attachment; filename="a.md"');
		expect(response.headers.get("Content-Security-Policy")).toBe("default-src 'none'; sandbox");
		expect(response.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
		expect(response.headers.get("Cache-Control")).toBe("no-store");
	});

	test.each([
		...["localhost", "localhost:3460", "127.0.0.1:3460", "127.8.9.1", "[::1]:3460", "cairn.localhost"],
		...["192.168.1.5:3460", "10.0.0.7", "[fd00::5]:3460", "homeserver:3460", "homeserver.local", "nas.lan"],
	])("goes to the host %s", async (host) => {
		expect((await admin.get("/live", { Host: host })).status).toBe(200);
	});

	test.each([
		"evil.example",
		"localhost.evil.example",
		"127.0.0.1.evil.example",
		"192.168.1.5.evil.example",
		"homeserver.local.evil.example",
		"8.8.8.8",
		"[2001:db8::1]",
		"2130706433",
		"localhost:x",
		"",
	])("to the foreign host %j is 421", async (host) => {
		const response = await admin.get("/agents/bot", { Host: host });
		expect(response.status).toBe(421);
		expect(response.headers.get("Content-Security-Policy")).toBe(POLICY);
	});
});

describe("while the store is not open", () => {
	test("probes and pages say so, as nobody can be told from the owner", async () => {
		await using admin = await openAdmin({ closed: true });
		expect((await admin.get("/live")).status).toBe(200);
		expect((await admin.get("/ready")).status).toBe(503);
		expect((await admin.get("/health")).status).toBe(503);
		const page = await admin.get("/agents");
		expect(page.status).toBe(503);
		expect(await page.text()).toContain("The store is not open yet.");
		expect((await admin.get("/")).status).toBe(503);
	});
});

describe("under a base path", () => {
	test("all links stand below it, whether a proxy takes it off or leaves it", async () => {
		await using admin = await openAdmin({ basePath: "/cairn" });
		for (const path of ["/cairn/agents", "/cairn/agents/", "/agents"]) {
			const response = await admin.get(path);
			expect(response.status).toBe(200);
			const html = await response.text();
			for (const [, href] of html.matchAll(/(?:href|src|action|hx-get)="([^"]*)"/g)) {
				expect(href).toMatch(/^(\/cairn\/|#)/);
			}
		}
		expect((await admin.get("/cairn")).status).toBe(200);
		expect((await admin.get("/cairnx")).status).toBe(404);
		for (const path of ["/live", "/cairn/live"]) expect((await admin.get(path)).status).toBe(200);
	});
});
