import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { countOf, type OpenAdmin, openAdmin } from "./open-admin.ts";

const PARTIAL = { "HX-Request": "true", "HX-Request-Type": "partial" };
const numbered = (count: number, change?: number) =>
	Array.from(
		{ length: count },
		(_, index) => `line ${index + 1}${index + 1 === change ? " changed" : ""}\n`,
	).join("");

describe("the pages", () => {
	let admin: OpenAdmin;
	const text = async (path: string, headers?: Record<string, string>) =>
		(await admin.get(path, headers)).text();
	beforeAll(async () => {
		admin = await openAdmin();
		const write = (path: string, content: string) =>
			admin.agent("write_file", { agent_id: "claude-laptop", path, content });
		await write("notes/plan.md", numbered(900));
		await write("notes/plan.md", numbered(900, 450));
		await write("notes/a_b.md", "x");
		await write("odd//./path/", "odd");
		for (let index = 0; index < 60; index++) await write(`many/${String(index).padStart(2, "0")}.txt`, "x");
		for (let index = 1; index <= 120; index++) {
			await admin.agent("append_log", {
				agent_id: "claude-laptop",
				path: "log",
				entry: `{"message":"entry number ${index}"}`,
			});
		}
		await admin.agent("read_file", { agent_id: "claude-laptop", path: "notes/plan.md", version: 1 });
		await admin.agent("read_file", { agent_id: "claude-laptop", path: "notes/plan.md" });
	});
	afterAll(() => admin[Symbol.asyncDispose]());

	test("Home tells what is kept and what happened", async () => {
		const html = await text("/");
		expect(html).toContain("1\u00a0agent keeps 63\u00a0files and 1\u00a0log here.");
		expect(html).toContain("added 120 entries to");
		expect(html).toContain("version 1");
	});

	test("Home without agents shows how to connect one", async () => {
		await using empty = await openAdmin({ checkRegistry: async () => ({ ok: false, reason: "refused" }) });
		const html = await (await empty.get("/")).text();
		expect(html).toContain("No agent has been here yet.");
		expect(html).toContain("&quot;TOOLS_REGISTRY_URL&quot;: &quot;http://127.0.0.1:9&quot;");
		expect(html).toContain("Nothing listens at http://127.0.0.1:9.");
	});

	test("Agents lists each with its sums", async () => {
		const html = await text("/agents");
		expect(html).toContain('<a href="/agents/claude-laptop">claude-laptop</a>');
		expect(html).toContain('data-label="Entries">120</td>');
	});

	test("an agent shows its use of the quotas as text and meter", async () => {
		const html = await text("/agents/claude-laptop");
		expect(html).toContain("of 1,000, 6 %");
		expect(html).toContain("of 100,000, &lt;\u20091 %");
		expect(html).toContain("of 100\u00a0MiB");
		expect(countOf(html, "<meter ")).toBe(3);
		expect(html).toContain("All 63 files");
	});

	test("Files page by page cover every file once", async () => {
		const seen: string[] = [];
		let next: string | undefined = "/agents/claude-laptop/files?prefix=many%2F";
		while (next !== undefined) {
			const html: string = await text(next);
			seen.push(...[...html.matchAll(/files\/many\/(\d\d)\.txt"/g)].map(([, name = ""]) => name));
			next = /href="([^"]*)" rel="next"/.exec(html)?.[1]?.replaceAll("&amp;", "&");
		}
		expect(seen).toEqual(Array.from({ length: 60 }, (_, index) => String(index).padStart(2, "0")));
	});

	test("a prefix is literal", async () => {
		const html = await text("/agents/claude-laptop/files?prefix=notes/a_");
		expect(html).toContain("a_b.md");
		expect(await text("/agents/claude-laptop/files?prefix=notes/_")).toContain(
			"No path starts with “notes/_”.",
		);
		expect(await text("/agents/claude-laptop/files?prefix=%25")).toContain("No path starts with “%”.");
	});

	test("htmx gets the list alone", async () => {
		const html = await text("/agents/claude-laptop/files?prefix=notes/", PARTIAL);
		expect(html).toMatch(/^<div class="table-scroll">/);
		expect(html).not.toContain("<html");
	});

	test("a file shows its newest version, its history and who has read it", async () => {
		const html = await text("/agents/claude-laptop/files/notes/plan.md");
		expect(html).toContain("line 1</code>");
		expect(html).toContain('<div id="L12"><a href="#L12">12</a><code>line 12</code></div>');
		expect(html).toContain("has the newest version");
		expect(html).toContain("/agents/claude-laptop/diff/notes/plan.md?from=1&amp;to=2");
		expect(html).toContain("900 lines");
		expect(html).toMatch(/SHA-256 <code class="digest">[0-9a-f]{64}<\/code>/);
	});

	test("an older version says so", async () => {
		expect(await text("/agents/claude-laptop/files/notes/plan.md?version=1")).toContain(
			"This is version 1; the newest is 2.",
		);
	});

	test("a long file comes in parts that hold every line once", async () => {
		const seen: string[] = [];
		let next: string | undefined = "/agents/claude-laptop/files/notes/plan.md";
		while (next !== undefined) {
			const html: string = await text(next, PARTIAL);
			seen.push(...[...html.matchAll(/id="L(\d+)"/g)].map(([, line = ""]) => line));
			next = /hx-get="([^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&");
		}
		expect(seen).toEqual(Array.from({ length: 900 }, (_, index) => String(index + 1)));
		expect(countOf(await text("/agents/claude-laptop/files/notes/plan.md?all=1"), '<div id="L')).toBe(900);
	});

	test("a path with empty and dot segments has a page", async () => {
		const list = await text("/agents/claude-laptop/files?prefix=odd");
		const href = /href="([^"]*odd[^"]*)"/.exec(list)?.[1] ?? "";
		expect(new URL(href, "http://localhost").pathname).toBe(href);
		expect(await text(href)).toContain("<code>odd</code>");
	});

	test("a diff marks the one changed line and its changed words", async () => {
		const html = await text("/agents/claude-laptop/diff/notes/plan.md");
		expect(countOf(html, 'class="change"')).toBe(1);
		expect(html).toContain("line 450<ins> changed</ins>");
		expect(html).toMatch(/\+1 <span class="visually-hidden">lines added/);
		expect(html).toMatch(/−1 <span class="visually-hidden">lines removed/);
		expect(html).toContain("Show 446 equal lines");
	});

	test("side by side shows both versions of a line", async () => {
		const html = await text("/agents/claude-laptop/diff/notes/plan.md?view=split");
		expect(html).toContain('<td class="n removed">450</td>');
		expect(html).toContain('<td class="n added">450</td>');
	});

	test("a gap opens by its own address, for htmx as its lines alone", async () => {
		const html = await text("/agents/claude-laptop/diff/notes/plan.md");
		const [, href = "", part = ""] =
			/<a href="([^"]*)" hx-get="([^"]*)"/.exec(html)?.map((it) => it.replaceAll("&amp;", "&")) ?? [];
		const page = await text(href);
		expect(page).toContain('<tbody id="at-1">');
		expect(page).toContain("<html");
		const lines = await text(part, PARTIAL);
		expect(lines).toMatch(/^<tbody id="at-1">/);
		expect(countOf(lines, '<td class="n">')).toBe(400);
		expect(lines).toContain("Show 246 equal lines");
	});

	test("a diff with a version that is not kept names those that are", async () => {
		const response = await admin.get("/agents/claude-laptop/diff/notes/plan.md?from=7&to=2");
		expect(response.status).toBe(404);
		expect(await response.text()).toContain("Version 7 isn&#39;t kept. Pick two from 1 to 2.");
	});

	test("a diff of a file with one version says what will come", async () => {
		expect(await text("/agents/claude-laptop/diff/notes/a_b.md")).toContain(
			"There is only one version so far",
		);
	});

	test("a log shows its newest entries first, and pages to the first", async () => {
		const seen: string[] = [];
		let next: string | undefined = "/agents/claude-laptop/logs/log";
		while (next !== undefined) {
			const html: string = await text(next);
			seen.push(...[...html.matchAll(/entry number (\d+)/g)].map(([, id = ""]) => id));
			next = /href="([^"]*)" rel="next" data-older="true">/.exec(html)?.[1]?.replaceAll("&amp;", "&");
		}
		expect(seen).toEqual(Array.from({ length: 120 }, (_, index) => String(120 - index)));
	});

	test("an entry's link shows it on top, whatever comes after", async () => {
		const html = await text("/agents/claude-laptop/logs/log?before=13");
		expect(html).toContain('href="/agents/claude-laptop/logs/log?before=13#e12"');
		expect(/id="e(\d+)"/.exec(html)?.[1]).toBe("12");
		expect(html).toContain("This page shows older entries.");
	});

	test("entries after one are given alone to a page that polls", async () => {
		const html = await text("/agents/claude-laptop/logs/log?after=118", PARTIAL);
		expect([...html.matchAll(/id="e(\d+)"/g)].map(([, id]) => id)).toEqual(["120", "119"]);
		expect(html).not.toContain("<html");
	});

	test("numbers that make no sense in an address fall back to the default", async () => {
		for (const query of ["version=-1", "from=abc", "from=99999999999999999999", "column=0"]) {
			expect((await admin.get(`/agents/claude-laptop/files/notes/plan.md?${query}`)).status, query).toBe(200);
		}
	});

	test("a defect tells only its id", async () => {
		await using broken = await openAdmin();
		broken.services.reader = () => {
			throw new Error("secret path /home/owner");
		};
		const response = await broken.get("/agents");
		expect(response.status).toBe(500);
		const html = await response.text();
		expect(html).toMatch(/The log has the details under err_[0-9a-z]{12}\./);
		expect(html).not.toContain("secret");
	});
});
