import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type OpenAdmin, openAdmin } from "./open-admin.ts";

const PARTIAL = { "HX-Request": "true", "HX-Request-Type": "partial" };

describe("the timeline", () => {
	let admin: OpenAdmin;
	beforeAll(async () => {
		admin = await openAdmin();
		for (let index = 1; index <= 60; index++) {
			await admin.agent("append_log", { agent_id: "bot", path: "log", entry: `entry ${index}` });
			await admin.agent("write_file", { agent_id: "bot", path: `file-${index % 12}`, content: `${index}\n` });
		}
		await admin.agent("write_file", { agent_id: "other", path: "gone.md", content: "one\n" });
		await admin.agent("append_log", { agent_id: "other", path: "log", entry: "between" });
		await admin.agent("delete_file", { agent_id: "other", path: "gone.md" });
	});
	afterAll(() => admin[Symbol.asyncDispose]());

	const text = async (path: string, headers?: Record<string, string>) =>
		(await admin.get(path, headers)).text();
	const ids = (html: string) => [...html.matchAll(/<li id="event-(\d+)"/g)].map(([, id]) => Number(id));

	test("tells everything once, newest first, page by page, each page below 50 KB", async () => {
		const seen: number[] = [];
		for (let path: string | undefined = "/timeline"; path !== undefined; ) {
			const html: string = await text(path);
			expect(Buffer.byteLength(html)).toBeLessThan(50 * 1024);
			seen.push(...ids(html));
			path = /href="([^"]+)" rel="next"/.exec(html)?.[1]?.replaceAll("&amp;", "&");
		}
		expect(seen).toEqual([...new Set(seen)].sort((a, b) => b - a));
		expect(seen.length).toBeGreaterThan(120);
		expect(seen.at(-1)).toBe(1);
	});

	test.each([
		["agent=other", /deleted <code>gone\.md/, /\/file-/],
		["kind=logs", /added an entry to/, /\/file-/],
		["kind=files&agent=bot", /\/files\/file-\d/, /added an entry/],
		["kind=access", /<span class="actor">You<\/span>/, /\/file-/],
		["since=2999-01-01", /Nothing that happened fits/, /<li id="event-/],
		["until=2000-01-01", /Nothing that happened fits/, /<li id="event-/],
	])("shows with the filter %s what fits it alone", async (query, there, absent) => {
		const html = await text(`/timeline?${query}`);
		expect(html).toMatch(there);
		expect(html).not.toMatch(absent);
	});

	test("links no file that is gone, on later pages and with filters too", async () => {
		expect(await text("/timeline?kind=files&agent=other")).not.toContain("/files/gone.md");
		const html = await text("/timeline?kind=files&before=60");
		const hrefs = [...html.matchAll(/href="(\/agents\/bot\/(?:files|diff)\/[^"]+)"/g)].map(([, href = ""]) =>
			href.replaceAll("&amp;", "&"),
		);
		expect(hrefs.length).toBeGreaterThan(5);
		for (const href of hrefs) expect((await admin.get(href)).status, href).toBe(200);
	});

	test("gives its list alone where it follows what happens, and keeps an old page still", async () => {
		const part = await text("/timeline?agent=bot", PARTIAL);
		expect(part).toContain('hx-get="/timeline?agent=bot"');
		expect(part).not.toContain("<html");
		expect(await text("/timeline?before=60")).not.toContain("data-changes");
	});
});
