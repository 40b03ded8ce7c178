import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { countOf, type OpenAdmin, openAdmin } from "./open-admin.ts";

const PARTIAL = { "HX-Request": "true", "HX-Request-Type": "partial" };
/** A page without how long ago something was, which is another one a moment later. */
const withoutAges = (html: string) => html.replace(/(<time[^>]*>)[^<]*/g, "$1");
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
		await write("long.md", `first\n${"x".repeat(10_000)}\nlast\n`);
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
		expect(html).toContain("1\u00a0agent keeps 64\u00a0files and 1\u00a0log here.");
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
		expect(html).toContain("All 64 files");
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
		expect(html).toMatch(/^<div id="live" hx-get="[^"]*prefix=notes%2F"[^>]*><div class="table-scroll">/);
		expect(html).not.toContain("<html");
	});

	test("a file shows its newest version, its history and who has read it", async () => {
		const html = await text("/agents/claude-laptop/files/notes/plan.md");
		expect(html).toContain("line 1</code>");
		expect(html).toContain('<div id="L12"><a href="#L12" tabindex="-1">12</a><code>line 12</code></div>');
		expect(html).toContain("received the newest version");
		expect(html).toContain("/agents/claude-laptop/diff/notes/plan.md?from=1&amp;to=2");
		expect(html).toContain("900 lines");
		expect(html).toMatch(/SHA-256 <code>([0-9a-f]{10})…<\/code><\/summary><code>\1[0-9a-f]{54}<\/code>/);
	});

	test("an older version says so", async () => {
		expect(await text("/agents/claude-laptop/files/notes/plan.md?version=1")).toContain(
			"This is version 1; a newer one exists: version 2.",
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
		const href = /href="([^"?]*odd[^"]*)"/.exec(list)?.[1] ?? "";
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

	test("an agent that isn't there leads to those that are, once", async () => {
		const response = await admin.get("/agents/nobody");
		expect(response.status).toBe(404);
		const main = /<main.*<\/main>/s.exec(await response.text())?.[0] ?? "";
		expect(countOf(main, 'href="/agents"')).toBe(1);
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

	test("a long line is shortened, and its link opens it whole in its place", async () => {
		const html = await text("/agents/claude-laptop/files/long.md");
		expect(html).toContain("<code>first</code>");
		expect(html).toContain("… 9,400 more characters");
		const href = /class="cut" href="([^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
		expect(href).toBe("/agents/claude-laptop/files/long.md?from=1&whole=2#L2");
		const opened = await text(href.replace("#L2", ""));
		expect(opened).toContain(`<code>${"x".repeat(10_000)}</code>`);
		expect(opened).toContain("<code>first</code>");
		expect(opened).toContain("<code>last</code>");
		expect(withoutAges(await text("/agents/claude-laptop/files/long.md?all=1"))).toBe(
			withoutAges(opened).replaceAll("?from=1&amp;whole=2", "?all=1").replaceAll("?from=1&whole=2", "?all=1"),
		);
	});

	test("a part of a file has the way back to its first line", async () => {
		const html = await text("/agents/claude-laptop/files/notes/plan.md?from=400&version=1");
		expect(html).toContain("From line 400 on");
		expect(html).toContain(
			'<a href="/agents/claude-laptop/files/notes/plan.md?version=1">Show from the first line</a>',
		);
		expect(await text("/agents/claude-laptop/files/notes/plan.md?from=400", PARTIAL)).not.toContain(
			"From line 400 on",
		);
	});

	test("an agent's page begins with what it wrote last", async () => {
		const html = await text("/agents/claude-laptop");
		const paths = [...html.matchAll(/<a class="path" href="[^"]*\/files\/([^"]*)"/g)].map(([, path]) => path);
		expect(paths.slice(0, 3)).toEqual(["long.md", "many/59.txt", "many/58.txt"]);
		expect(html).toContain("Files written last");
	});

	test("Connect has the real configuration to copy, and never the token", async () => {
		await using asked = await openAdmin({
			connection: {
				command: "/opt/cairn/node_modules/.bin/cairn",
				registryUrl: "http://127.0.0.1:9",
				wantsToken: true,
				agent: "homeserver",
			},
		});
		const html = await (await asked.get("/connect")).text();
		expect(html).toContain("&quot;command&quot;: &quot;/opt/cairn/node_modules/.bin/cairn&quot;");
		expect(html).toContain("&quot;--agent&quot;,");
		expect(html).toContain(
			"&quot;TOOLS_REGISTRY_TOKEN&quot;: &quot;the token that you set as TOOLS_REGISTRY_TOKEN&quot;",
		);
		expect(html).toContain("claude mcp add --env TOOLS_REGISTRY_URL=http://127.0.0.1:9");
		await using closed = await openAdmin({
			connection: {
				command: undefined,
				registryUrl: "http://127.0.0.1:9",
				wantsToken: false,
				convert: { url: "http://127.0.0.1:4459", wantsToken: false },
				agent: "homeserver",
				startCommand: "npm start -- --data /srv/cairn",
			},
		});
		const steps = await (await closed.get("/connect")).text();
		expect(steps).toContain("export CONVERT_TOKEN=");
		expect(steps).toContain("npm start -- --data /srv/cairn");
		expect(steps).toContain("http://localhost:4459");
		expect(await text("/connect")).toContain("put in the folder in which you started Cairn");
		expect(await text("/")).toContain('<a href="/connect"');
	});

	test.each([
		["/agents/stranger", "/agents"],
		["/agents/claude-laptop/files/missing", "/agents/claude-laptop/files"],
		["/agents/claude-laptop/files/notes/plan.md?version=9", "/agents/claude-laptop/files/notes/plan.md"],
		["/agents/claude-laptop/diff/missing", "/agents/claude-laptop/files"],
		["/agents/claude-laptop/logs/missing", "/agents/claude-laptop/logs"],
		["/scripts/missing", "/scripts"],
	])("%s sends its reader to %s", async (path, href) => {
		const response = await admin.get(path);
		expect(response.status).toBe(404);
		expect(await response.text()).toContain(`<a class="button" href="${href}">`);
	});

	test("a version that isn't kept stands in the form as what it is", async () => {
		const html = await text("/agents/claude-laptop/diff/notes/plan.md?from=7&to=2");
		expect(html).toContain('<option value="" selected="">version 7, not kept</option>');
		expect(countOf(html, 'value="2" selected=""')).toBe(1);
		const oldest = await text("/agents/claude-laptop/diff/notes/plan.md?to=1");
		expect(oldest).not.toContain("Both sides are the same version");
	});

	test("an empty entry says that it is", async () => {
		await using quiet = await openAdmin();
		await quiet.agent("append_log", { agent_id: "quiet", path: "log", entry: "" });
		expect(await (await quiet.get("/agents/quiet/logs/log")).text()).toContain("(empty)");
	});

	test("a file that only its author knows doesn't claim that nobody has read it", async () => {
		const html = await text("/agents/claude-laptop/files/long.md");
		expect(html).toContain("No agent has fetched it by read_file so far.");
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
