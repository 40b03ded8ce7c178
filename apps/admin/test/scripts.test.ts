import { scripts as rows } from "@cairn/store";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { countOf } from "./open-admin.ts";
import { manifestOf, type OpenScripts, openScripts } from "./open-scripts.ts";

const PARTIAL = { "HX-Request": "true", "HX-Request-Type": "partial" };

describe("the scripts", () => {
	let scripts: OpenScripts;
	let first: string;
	let second: string;
	beforeAll(async () => {
		scripts = await openScripts();
		const { write, run, laptop, newest, post, admin } = scripts;
		const inputs = `inputs:
  text: { type: string, description: What to say., required: true }
  tone: { type: string, enum: [soft, loud], default: soft }
outputs:
  said: { type: string, description: What was said. }
requires: [curl]
secrets: [VOICE_TOKEN]
timeout_ms: 90000
ai_rem_entity: tool_echo
`;
		await write("echo", {
			"manifest.yaml": manifestOf("echo", inputs),
			"run.sh*": '#!/bin/sh\n# Says it.\necho "$INPUT_TEXT"\n',
			"old.txt": "gone soon\n",
			"lib/tool": "x\n",
			"~odd/~./100% ü#?.txt": "odd\n",
			"logo.bin": Buffer.from([0, 1, 2, 255]),
		});
		first = await newest("echo");
		await write("echo", {
			"run.sh*": '#!/bin/sh\n# Says it twice.\necho "$INPUT_TEXT"\n',
			"lib/tool*": "x\n",
		});
		await write("echo", { "new.txt": "fresh\n" });
		await scripts.remove("echo/old.txt");
		second = await newest("echo");
		await write("report", { "manifest.yaml": manifestOf("report"), "run.sh*": "#!/bin/sh\n" });
		await write("report", {
			"manifest.yaml": manifestOf("report", "inputs:\n  week:\n    type: integer\n    default: soon\n"),
		});
		await write("hidden", { "manifest.yaml": manifestOf("hidden"), "run.sh*": "#!/bin/sh\n" });
		await post("/scripts/hidden/offer", { enabled: "off" });
		await write("bad", { "manifest.yaml": "name: bad\ndescription: x\nexec: ../run.sh\n" });
		await write("past", { "manifest.yaml": manifestOf("past"), "run.sh*": "#!/bin/sh\n" });
		await scripts.remove("past");
		await admin.agent("write_file", { agent_id: "claude-laptop", path: "a", content: "x" });
		for (let index = 0; index < 70; index++) {
			const failed = index % 10 === 9;
			await run({
				dir: "echo",
				digest: index < 35 ? first : second,
				agent_id: index % 2 === 0 ? "claude-laptop" : "stranger",
				...(failed && { status: "error", exit_code: null }),
			});
		}
		await laptop("thinkpad", { echo: second, report: await newest("report") });
		await laptop("studio", { echo: first });
	});
	afterAll(() => scripts[Symbol.asyncDispose]());

	/** The cells of the row that begins with a script. */
	const row = async (dir: string) => {
		const html = await scripts.text("/scripts");
		return new RegExp(`<tr id="script-${dir}">.*?</tr>`, "s").exec(html)?.[0] ?? "";
	};

	test("are listed, each with what it does, its version and its state", async () => {
		const html = await scripts.text("/scripts");
		expect(html).toContain("5\u00a0scripts: 1\u00a0live, 2\u00a0broken, 1\u00a0off, 1\u00a0removed.");
		expect(await row("echo")).toContain('<a href="/scripts/echo">echo</a>');
		expect(await row("echo")).toContain("Does echo.");
		expect(await row("echo")).toContain(`title="${second}">${second.slice(0, 10)}</code>`);
		expect(await row("echo")).toContain('<span class="state state-live">live</span>');
		expect(await row("hidden")).toContain('<span class="state state-off">off</span>');
		expect(await row("past")).toContain('<span class="state state-removed">removed</span>');
	});

	test("that are broken say in which file, on which line and why", async () => {
		const broken = await row("report");
		expect(broken).toContain('<span class="state state-broken">broken</span>');
		expect(broken).toMatch(
			/manifest\.yaml<\/code> line 7: <span>inputs\.week\.default: it must be of type integer\./,
		);
		const page = await scripts.text("/scripts/report");
		expect(page).toContain("Laptops go on with version");
		expect(page).toContain("line 7: <span>inputs.week.default");
	});

	test("that never were whole are folders with a reason", async () => {
		const html = await scripts.text("/scripts");
		const folders = html.slice(html.indexOf('id="broken"'));
		expect(folders).toMatch(
			/<a href="\/scripts\/bad"><code>scripts\/bad<\/code><\/a>.*manifest\.yaml<\/code> line 3: <span>exec must be a path inside/s,
		);
	});

	test("that never were whole have a page that says why, and is theirs once they are", async () => {
		const page = await scripts.text("/scripts/bad");
		expect(page).toContain('<span class="state state-broken">broken</span>');
		expect(page).toMatch(/manifest\.yaml<\/code> line 3: <span>exec must be a path inside/);
		expect(page).toContain("It becomes a script as soon as this is mended.");
		const german = await (await scripts.admin.get("/scripts/bad", { "Accept-Language": "de" })).text();
		expect(german).toContain('Zeile 3: <span lang="en">exec must be a path inside');
		expect(page).toContain('data-changes="/script-events?dir=bad"');
		expect(await scripts.text("/scripts/bad", PARTIAL)).toMatch(/^<div id="live" hx-get="\/scripts\/bad"/);
		expect((await scripts.admin.get("/scripts/nothing")).status).toBe(404);
		expect((await scripts.admin.get("/scripts/bad/versions")).status).toBe(404);
		await using mended = await openScripts();
		await mended.write("echo", { "manifest.yaml": "name: [" });
		expect(await mended.text("/scripts/echo")).toContain("never held a whole script");
		expect(await mended.text("/")).toContain('<a href="/scripts/echo"><code>echo</code></a>');
		await mended.write("echo", { "manifest.yaml": manifestOf("echo"), "run.sh*": "#!/bin/sh\n" });
		expect(await mended.text("/scripts/echo")).toContain("Laptops get version");
	});

	test("whose runs fail are told of as such on Home and in the audit", async () => {
		await using failing = await openScripts();
		await failing.run({ dir: "echo", agent_id: "bot" });
		await failing.run({ dir: "echo", agent_id: "bot", status: "error", exit_code: 1 });
		await failing.run({ dir: "echo", agent_id: "bot", status: "error", exit_code: null });
		const home = await failing.text("/");
		expect(home).toContain("had 2 failed runs of <code>echo</code>");
		expect(home).toContain("ran <code>echo</code>");
		const audit = (await failing.text("/audit?action=script.run&outcome=failed")).match(/<tr id=.*?<\/tr>/gs);
		expect(audit).toHaveLength(2);
		for (const row of audit ?? []) expect(row).toContain('<span class="state state-broken">failed</span>');
		expect(await failing.text("/", { "Accept-Language": "de" })).toContain("2 fehlgeschlagene Läufe von");
	});

	test("are compared with what laptops hold", async () => {
		const html = await scripts.text("/scripts");
		expect(html).toMatch(/thinkpad.*?up to date/s);
		expect(html).toMatch(/studio.*?2 scripts differ/s);
		expect(await scripts.text("/laptops")).toContain("2 scripts differ");
	});

	test("are given alone to htmx", async () => {
		expect(await scripts.text("/scripts", PARTIAL)).toMatch(/^<div id="live" hx-get="\/scripts"/);
		expect(await scripts.text("/scripts/echo", PARTIAL)).toMatch(
			new RegExp(`^<div id="live" hx-get="/scripts/echo\\?version=${second}"`),
		);
	});

	test("show what their manifest says", async () => {
		const html = await scripts.text("/scripts/echo");
		expect(html).toMatch(/<code>text<\/code>.*?string.*?<strong>required<\/strong>.*?What to say\./s);
		expect(html).toMatch(
			/<code>tone<\/code>.*?else<\/span> <code>soft<\/code>.*?one of<\/span>.*?<code>loud<\/code>/s,
		);
		expect(html).toMatch(/<code>said<\/code>.*?What was said\./s);
		for (const fact of ["curl", "VOICE_TOKEN", "tool_echo", "run.sh"])
			expect(html).toContain(`<code>${fact}</code>`);
		expect(html).toContain("1\u00a0min 30\u00a0s");
		expect(html).toContain(`<code class="digest">${second}</code>`);
	});

	test("show their files with size, digest and whether they may be executed", async () => {
		const html = await scripts.text("/scripts/echo");
		const files = html.slice(html.indexOf('id="files"'), html.indexOf('id="runs"'));
		expect(files).toMatch(
			/source\/run\.sh">.*?executable<\/span>.*?bytes<\/span>.*?<code title="[0-9a-f]{64}">/s,
		);
		expect(countOf(files, "executable</span>")).toBe(2);
		expect(files).toContain('href="/scripts/echo/source/~odd/~./100%25%20%C3%BC%23%3F.txt"');
	});

	test("show who ran them, and when, how and in which version", async () => {
		const html = await scripts.text("/scripts/echo");
		const runs = html.slice(html.indexOf('id="runs"'));
		expect(countOf(runs, '<tr id="run-')).toBe(10);
		expect(runs).toContain('<a href="/agents/claude-laptop"><code>claude-laptop</code></a>');
		expect(runs).toContain("<code>stranger</code>");
		expect(runs).toContain("1.2\u00a0s");
		expect(runs).toMatch(/failed<\/span> <span class="quiet small">no exit code/);
		expect(runs).toContain(`<a href="/scripts/echo?version=${second}">`);
	});

	test("list every run once, page by page, the latest first", async () => {
		const seen: string[] = [];
		let next: string | undefined = "/scripts/echo/runs";
		while (next !== undefined) {
			const html: string = await scripts.text(next);
			seen.push(...[...html.matchAll(/<tr id="run-r(\d+)"/g)].map(([, id = ""]) => id));
			next = /href="([^"]*)" rel="next"/.exec(html)?.[1];
		}
		expect(seen).toEqual(Array.from({ length: 70 }, (_, index) => String(70 - index)));
	});

	test("keep their versions, and each leads to what it changed", async () => {
		const html = await scripts.text("/scripts/echo");
		expect(html).toContain(`<a href="/scripts/echo?version=${first}">`);
		const old = await scripts.text(`/scripts/echo?version=${first}`);
		expect(old).toContain("This is not the newest version.");
		expect(old).toContain("old.txt");
		expect(old).toContain(`/scripts/echo/source/old.txt?version=${first}`);
		expect(countOf(await scripts.text("/scripts/echo/versions"), "<li ")).toBeGreaterThan(3);
		expect(html).toMatch(/\/scripts\/echo\/diff\?from=[0-9a-f]{64}&amp;to=[0-9a-f]{64}/);
	});

	test("say which laptop holds which version", async () => {
		const html = await scripts.text("/scripts/echo");
		const laptops = html.slice(html.indexOf('id="holders"'));
		expect(laptops).toMatch(/studio.*?not what is offered/s);
		expect(laptops).toMatch(/thinkpad.*?up to date/s);
	});

	test("are taken from laptops and offered again by a form of this site alone", async () => {
		const form = { enabled: "off" };
		const foreign = await scripts.admin.request("/scripts/echo/offer", {
			method: "POST",
			body: new URLSearchParams(form),
			headers: { "Sec-Fetch-Site": "cross-site" },
		});
		expect(foreign.status).toBe(403);
		expect(await row("echo")).toContain("state-live");
		const response = await scripts.post("/scripts/echo/offer", form);
		expect(response.status).toBe(303);
		expect(response.headers.get("Location")).toBe("/scripts/echo");
		expect(await row("echo")).toContain("state-off");
		expect(await scripts.text("/scripts/echo")).toContain("You took it from the laptops.");
		await scripts.post("/scripts/echo/offer", { enabled: "on" });
		expect(await row("echo")).toContain("state-live");
		expect((await scripts.post("/scripts/echo/offer", { enabled: "maybe" })).status).toBe(422);
		expect((await scripts.post("/scripts/unknown/offer", form)).status).toBe(404);
	});

	test("show a file with numbered lines, what is set off in it and its digest", async () => {
		const html = await scripts.text("/scripts/echo/source/run.sh");
		expect(html).toContain(
			'<div id="L2"><a href="#L2" tabindex="-1">2</a><code><span class="comment"># Says it twice.</span></code>',
		);
		expect(html).toContain('<span class="string">&quot;$INPUT_TEXT&quot;</span>');
		expect(html).toMatch(/SHA-256 <code>[0-9a-f]{10}…<\/code><\/summary><code>[0-9a-f]{64}</);
		expect(html).toContain(", executable");
		expect(await scripts.text(`/scripts/echo/source/run.sh?version=${first}`)).toContain("# Says it.<");
		expect(await scripts.text("/scripts/echo/source/~odd/~./100%25%20%C3%BC%23%3F.txt")).toContain(
			"<code>odd</code>",
		);
	});

	test("say of a file without text that it has none", async () => {
		const html = await scripts.text("/scripts/echo/source/logo.bin");
		expect(html).toContain("This is no text");
		expect(html).toContain(`href="/scripts/echo/raw/logo.bin?version=${second}" download`);
	});

	test("give a file away as an attachment in a sandbox", async () => {
		const response = await scripts.admin.get(`/scripts/echo/raw/logo.bin?version=${second}`);
		expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([0, 1, 2, 255]);
		expect(response.headers.get("Content-Security-Policy")).toBe("default-src 'none'; sandbox");
		expect(response.headers.get("Content-Type")).toBe("application/octet-stream");
		const odd = await scripts.admin.get("/scripts/echo/raw/~odd/~./100%25%20%C3%BC%23%3F.txt");
		expect(odd.headers.get("Content-Disposition")).toBe(
			"attachment; filename=\"100_ ___.txt\"; filename*=UTF-8''100%25%20%C3%BC%23%3F.txt",
		);
	});

	test("show what changed between two versions, file by file", async () => {
		const html = await scripts.text(`/scripts/echo/diff?from=${first}&to=${second}`);
		expect(html).toContain("4 files differ");
		expect(html).toMatch(/old\.txt.*?>removed</s);
		expect(html).toMatch(/new\.txt.*?>added</s);
		expect(html).toMatch(/tool<\/span>.*?same content.*?executable now/s);
		expect(html).toContain("<ins> twice</ins>");
		expect(html).not.toContain("Approve");
		expect(await scripts.text("/scripts/echo/diff?from=none")).toContain("6 files differ");
		expect(await scripts.text(`/scripts/echo/diff?from=${first}&to=${first}`)).toContain(
			"Both sides are the same",
		);
	});

	test.each([
		"/scripts/unknown",
		"/scripts/%00",
		"/scripts/..%2f..",
		"/scripts/echo?version=0000",
		"/scripts/echo/source/missing",
		"/scripts/echo/source/..%2f..%2fetc",
		"/scripts/echo/raw/missing",
		"/scripts/echo/diff?from=0000",
		"/scripts/echo/diff/lib/missing",
		"/scripts/unknown/runs",
	])("answer %s with 404", async (path) => {
		expect((await scripts.admin.get(path)).status).toBe(404);
	});

	test("of another are not shown as versions of this one", async () => {
		expect((await scripts.admin.get(`/scripts/report?version=${second}`)).status).toBe(404);
		expect((await scripts.admin.get(`/scripts/report/raw/run.sh?version=${second}`)).status).toBe(404);
	});

	test("are told of on Home", async () => {
		const html = await scripts.text("/");
		expect(html).toMatch(
			/<a href="\/agents\/claude-laptop">claude-laptop<\/a>.*?ran <a href="\/scripts\/echo">/s,
		);
		expect(html).toContain('<span class="agent-name">stranger</span>');
		expect(html).not.toContain("wait for your approval");
	});
});

describe("without any script", () => {
	test("the list says how to add one", async () => {
		await using scripts = await openScripts();
		const html = await scripts.text("/scripts");
		expect(html).toContain("Three steps to a first script");
		expect(html).toContain("exec: ./run.sh");
		expect(await scripts.text("/scripts", { "Accept-Language": "de" })).toContain(
			"Drei Schritte zum ersten Skript",
		);
	});
});

describe("very many scripts", () => {
	test("are all listed once, page by page", async () => {
		await using scripts = await openScripts();
		const { store, clock } = scripts.admin.services;
		const dirs = Array.from({ length: 120 }, (_, index) => `s${String(index).padStart(3, "0")}`);
		await store().transaction(async (sql) => {
			for (const dir of dirs) {
				const script = { dir, tool: dir, description: "", digest: dir, at: clock.now() };
				await rows.upsertScript(sql, script);
			}
		});
		const seen: string[] = [];
		let next: string | undefined = "/scripts";
		while (next !== undefined) {
			const html: string = await scripts.text(next);
			seen.push(...[...html.matchAll(/<tr id="script-(s\d+)"/g)].map(([, dir = ""]) => dir));
			next = /href="([^"]*)" rel="next"/.exec(html)?.[1];
		}
		expect(seen).toEqual(dirs);
	});
});
