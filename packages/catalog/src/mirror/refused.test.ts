import { Hono } from "hono";
import { expect, test, vi } from "vitest";
import { mirrorFixture, serveApp } from "../../test/registry-server.ts";

test.each([
	[401, {}, /wants another token; check TOOLS_REGISTRY_TOKEN\. .* paused, revoked or past its time/],
	[403, {}, /doesn't let this token read the catalog: ask the owner for one with the scope catalog:run/],
	[429, { "retry-after": "900" }, /too many requests with this token; it is asked again in 900 seconds/],
	[429, {}, /too many requests with this token; it is asked again later/],
	[503, {}, /is busy/],
])("a refusal with status %i and %j is told with what to do", async (status, headers, sentence) => {
	const app = new Hono();
	app.all("/*", () => new Response("", { status, headers: { ...headers } }));
	const { url } = await serveApp(app);
	const catalog = await mirrorFixture(url).mirror.refresh();
	expect(catalog.origin.problem).toMatch(sentence);
	expect(catalog.origin.problem).toContain(url);
});

const PROBLEM = { "content-type": "application/problem+json" };

test("another server of Cairn's in the registry's place is told by what it says of itself", async () => {
	const detail = "This is Cairn's admin; its registry is at http://nas:3457.";
	const app = new Hono();
	app.all(
		"/*",
		() => new Response(JSON.stringify({ code: "not_found", detail }), { status: 404, headers: PROBLEM }),
	);
	const { url } = await serveApp(app);
	const catalog = await mirrorFixture(url).mirror.refresh();
	expect(catalog.origin.problem).toContain(
		`What answers at ${url}, which TOOLS_REGISTRY_URL names, is no registry: ${detail}`,
	);
});

test.each([
	["an endless problem", () => new Response("{".repeat(5_000_000), { status: 404, headers: PROBLEM })],
	["a problem that is no JSON", () => new Response("{", { status: 404, headers: PROBLEM })],
	["a page", () => new Response("<h1>Not here</h1>", { status: 404 })],
	["a way elsewhere", () => new Response(null, { status: 303, headers: { location: "/login" } })],
])("%s in place of the catalog is told by its status, and not followed", async (_what, answer) => {
	const asked: string[] = [];
	const app = new Hono();
	app.all("/*", ({ req }) => {
		asked.push(req.path);
		return answer();
	});
	const { url } = await serveApp(app);
	const catalog = await mirrorFixture(url).mirror.refresh();
	expect(catalog.origin.problem).toMatch(/answered with status (404|303); check TOOLS_REGISTRY_URL/);
	expect(asked).not.toContain("/login");
});

test("a registry that wants to be left alone for long is not polled meanwhile", async () => {
	const asked: string[] = [];
	const app = new Hono();
	app.get("/registry", ({ req }) => {
		asked.push(req.path);
		return new Response("", { status: 429, headers: { "retry-after": "900" } });
	});
	const { url } = await serveApp(app);
	// A registry that only fails is asked again after some 100 milliseconds.
	const { mirror } = mirrorFixture(url, { pollMs: 50 });
	const failing = mirrorFixture((await serveApp(countingFailures())).url, { pollMs: 50 });
	mirror.watch(() => {});
	failing.mirror.watch(() => {});
	await Promise.all([mirror.refresh(), failing.mirror.refresh()]);
	await vi.waitFor(() => expect(failures).toBeGreaterThan(4), { timeout: 20_000 });
	expect(asked.length).toBeLessThan(3);
});

let failures = 0;

function countingFailures(): Hono {
	const app = new Hono();
	app.get("/registry", () => {
		failures++;
		return new Response("", { status: 500 });
	});
	return app;
}
