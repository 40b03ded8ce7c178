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
