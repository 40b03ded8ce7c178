import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { folderFixture } from "../../test/scripts-on-disk.ts";
import { SHIPPED, shippedFixture } from "../../test/shipped-fixture.ts";

const read = (...path: string[]) => readFile(join(...path), "utf8");

test("all shipped scripts are good ones, and each output that one gives is in its manifest", async () => {
	const { source } = await folderFixture({ folder: SHIPPED, settleMs: 1 });
	const { scripts, broken } = await source.refresh();
	expect(broken).toEqual([]);
	expect(
		scripts.map(({ name, manifest }) => [name, manifest.name]).filter(([dir, tool]) => dir !== tool),
	).toEqual([]);
});

describe("echo", () => {
	test.each([
		["plain", "hello"],
		["nothing", ""],
		["what JSON and shells trip over", `a"b\\c\n\t$(id) \`x\` 'y' \u0001\u001f\u007f\r\n\n`],
		["other scripts and signs", "größe 漢字 🪨 \u2028"],
		["as much as goes into a file", `${"x".repeat(70_000)}\n"end"`],
	])("gives back %s", async (_what, text) => {
		const { run } = await shippedFixture();
		const result = await run("echo", { text });
		expect(result).toMatchObject({
			status: "ok",
			outputs: { text, file: expect.stringMatching(/echo\.txt$/) },
		});
		expect(await readFile(String(result.outputs?.file), "utf8")).toBe(text);
	});
});

describe("head_lines", () => {
	test("gives the first lines of what echo wrote, in one run", async () => {
		const { run } = await shippedFixture();
		const echoed = await run("echo", { text: 'one\ntwo\n"three"\nfour' }, "chain");
		const result = await run("head_lines", { file: echoed.outputs?.file, lines: 3 }, "chain");
		expect(result).toMatchObject({
			status: "ok",
			stdout: 'one\ntwo\n"three"\n',
			outputs: { text: 'one\ntwo\n"three"\n', lines: 3 },
		});
		expect((await run("head_lines", { file: "echo.txt" }, "chain")).outputs).toMatchObject({ lines: 4 });
		expect((await run("head_lines", { file: "echo.txt", lines: 0 }, "chain")).outputs).toMatchObject({
			text: "",
			lines: 0,
		});
	});

	test.each(["-n", "a b'c\"d", "$(touch x)", "ä"])("reads a file called %s", async (name) => {
		const { run, put } = await shippedFixture();
		await put(name, "line\n");
		expect(await run("head_lines", { file: `~/${name}` })).toMatchObject({ outputs: { text: "line\n" } });
	});

	test("gives text of a file that isn't all text", async () => {
		const { run, home } = await shippedFixture();
		await writeFile(join(home, "binary"), Buffer.from([0x61, 0xff, 0x00, 0xc3, 0x28, 0x0a]));
		expect(await run("head_lines", { file: "~/binary" })).toMatchObject({
			status: "ok",
			outputs: { text: "a(\n" },
		});
	});

	test("says when there is no such file, or no such number", async () => {
		const { run } = await shippedFixture();
		expect(await run("head_lines", { file: "/no/such" })).toMatchObject({
			status: "error",
			stderr: expect.stringContaining("There is no file /no/such"),
		});
		expect(await run("head_lines", { file: "/etc/passwd", lines: -1 })).toMatchObject({
			status: "error",
			exit_code: 2,
		});
	});
});

describe.each([
	["magic3_design_install", ".claude/skills/magic3-design", "SKILL.md"],
	["dotclaude_install", ".claude", "agents/cairn-scout.md"],
])("%s", (name, folder, file) => {
	test("only looks at first, then writes, then has nothing to do", async () => {
		const { run, home } = await shippedFixture();
		const looked = await run(name);
		expect(looked).toMatchObject({
			status: "ok",
			outputs: { same: 0, different: 0, written: 0, target: join(home, folder) },
		});
		expect(looked.stdout).toContain(`missing  ${file}`);
		expect(await readdir(home)).toEqual([]);
		const wrote = await run(name, { mode: "apply" });
		expect(wrote.outputs).toMatchObject({ written: looked.outputs?.missing });
		expect(await read(home, folder, file)).toBe(await read(SHIPPED, name, "assets", file));
		expect((await stat(join(home, folder, file))).mode & 0o777).toBe(0o644);
		expect(await run(name, { mode: "apply" })).toMatchObject({
			outputs: { missing: 0, different: 0, written: 0 },
		});
	});

	test("keeps what it replaces, each time", async () => {
		const { run, home, put } = await shippedFixture();
		for (const text of ["my edit 1\n", "my edit 2\n", "my edit 3\n"]) {
			await put(join(folder, file), text);
			expect((await run(name)).stdout).toContain(`-${text.trim()}`);
			await run(name, { mode: "apply" });
		}
		const kept = (await readdir(join(home, folder, file, ".."))).filter(
			(entry) => entry.endsWith(".bak") || /\.bak\d+$/.test(entry),
		);
		const texts = await Promise.all(kept.map((entry) => read(home, folder, file, "..", entry)));
		expect(texts.sort()).toEqual(["my edit 1\n", "my edit 2\n", "my edit 3\n"]);
	});

	test("leaves links and other files alone", async () => {
		const { run, home, put } = await shippedFixture();
		await put("elsewhere.md", "mine");
		await put(join(folder, "own.md"), "own");
		await mkdir(join(home, folder, file, ".."), { recursive: true });
		await symlink(join(home, "elsewhere.md"), join(home, folder, file));
		expect(await run(name, { mode: "apply" })).toMatchObject({
			status: "ok",
			outputs: { left_alone: 1, different: 1 },
		});
		expect(await read(home, "elsewhere.md")).toBe("mine");
		expect(await read(home, folder, "own.md")).toBe("own");
	});

	test("fails with a reason where it can't write", async () => {
		const { run, put } = await shippedFixture();
		await put(".claude", "a file");
		expect(await run(name, { mode: "apply" })).toMatchObject({
			status: "error",
			stderr: expect.stringMatching(/\.claude/),
		});
	});
});

describe("settings_sync", () => {
	const FILE = ".claude/settings.json";

	test("writes settings where there are none", async () => {
		const { run, home } = await shippedFixture();
		expect(await run("settings_sync")).toMatchObject({ outputs: { missing: 2, added: 0 } });
		expect(await readdir(home)).toEqual([]);
		expect(await run("settings_sync", { mode: "apply" })).toMatchObject({
			status: "ok",
			outputs: { added: 2, backup: "" },
		});
		expect(JSON.parse(await read(home, FILE))).toEqual(
			JSON.parse(await read(SHIPPED, "settings_sync/assets/settings.template.json")),
		);
		expect((await stat(join(home, FILE))).mode & 0o777).toBe(0o600);
		expect(await run("settings_sync")).toMatchObject({
			outputs: { missing: 0, different: 0 },
			stdout: "Nothing is missing.\n",
		});
	});

	test("adds what is missing and touches nothing else, not even the spaces", async () => {
		const { run, home, put } = await shippedFixture();
		const mine =
			'{\n\t"cleanupPeriodDays": 30,\n\t"env": { "TOKEN": "hun\\"ter\\\\", "ä": [1e5, -0.5] },\n\t"permissions": {\n\t\t"allow": [\n\t\t\t"Bash(ls:*)"\n\t\t],\n\t\t"deny": []\n\t},\n\t"hooks": {}\n}\n';
		await put(FILE, mine);
		const { stdout, outputs } = await run("settings_sync", { mode: "apply" });
		const after = await read(home, FILE);
		expect(after.replace(/,\n\t\t\t"mcp__cairn__\w+"/g, "").replace(/\[\n\t\t\t"Read[^\]]*\]/, "[]")).toBe(
			mine,
		);
		expect(JSON.parse(after).permissions).toEqual({
			allow: [
				"Bash(ls:*)",
				...["list_scripts", "list_files", "read_file", "get_usage_stats"].map(
					(tool) => `mcp__cairn__${tool}`,
				),
			],
			deny: ["Read(./.env)", "Read(./.env.*)", "Read(./secrets/**)"],
		});
		expect(outputs).toMatchObject({ missing: 7, different: 1, added: 7 });
		expect(stdout).toContain("differs  cleanupPeriodDays (yours stays)");
		expect(stdout).not.toMatch(/hun\W+ter/);
		expect(await readFile(String(outputs?.backup), "utf8")).toBe(mine);
	});

	test.each([
		["on one line", '{"a":1}'],
		["empty", "{}"],
		["with Windows line ends", '{\r\n  "permissions": {\r\n    "allow": []\r\n  }\r\n}\r\n'],
		["without a line end", '{\n  "permissions": {"deny": ["x"]}\n}'],
		["with a permission of another kind", '{"permissions": ["x"]}'],
		["deep", `{"a": ${"[".repeat(50)}${"]".repeat(50)}}`],
		[
			"with escaped keys and braces in texts",
			'{"a\\"}{b": "\\"}]{[,:", "b": "\\\\", "c": "", "permissions": {"allow": ["mcp__cairn__list_files", "}"]}}',
		],
	])("merges settings that are %s", async (_what, text) => {
		const { run, home, put } = await shippedFixture();
		await put(FILE, text);
		expect(await run("settings_sync", { mode: "apply" })).toMatchObject({ status: "ok" });
		const [before, after] = [JSON.parse(text), JSON.parse(await read(home, FILE))];
		expect(after).toMatchObject(Array.isArray(before.permissions) ? before : { ...before, permissions: {} });
		expect(await run("settings_sync")).toMatchObject({ outputs: { missing: 0 } });
	});

	test.each([
		["a comma too many", '{\n"a": 1,\n}', /line 3/],
		["a comma too few", '{"a": 1\n"b": 2}', /line 2/],
		["a comment", '{"a": 1} // mine', /line 1/],
		["a text without an end", '{"a": "b}', /no end/],
		["a line end in a text", '{"a": "b\nc"}', /wrong character/],
		["a wrong escape", '{"a": "\\x"}', /wrong character/],
		["a number that is none", '{"a": 01}', /line 1/],
		["a list", "[]", /must be an object/],
		["nothing", "", /line 1/],
		["no end of brackets", `{"a": ${"[".repeat(500)}`, /nested too deeply/],
		["half of it", '{"a": {"b": 1', /ends too early/],
	])("changes nothing where the settings have %s", async (_what, text, reason) => {
		const { run, home, put } = await shippedFixture();
		await put(FILE, text);
		expect(await run("settings_sync", { mode: "apply" })).toMatchObject({
			status: "error",
			exit_code: 3,
			stderr: expect.stringMatching(reason),
		});
		expect(await read(home, FILE)).toBe(text);
		expect(await readdir(join(home, ".claude"))).toEqual(["settings.json"]);
	});

	test("writes to where a link points, and compares with a template of one's own", async () => {
		const { run, home, put } = await shippedFixture();
		await put("dotfiles/settings.json", '{"a": 1}');
		await put("template.json", '{"a": 2, "b": {"c": [true]}}');
		await mkdir(join(home, ".claude"));
		await symlink("../dotfiles/settings.json", join(home, FILE));
		const result = await run("settings_sync", { mode: "apply", template: join(home, "template.json") });
		expect(result).toMatchObject({ outputs: { missing: 1, different: 1, added: 1 } });
		expect(JSON.parse(await read(home, "dotfiles/settings.json"))).toEqual({ a: 1, b: { c: [true] } });
	});
});

describe("reports over transcripts", () => {
	const PROJECT = ".claude/projects/-home-ada-work";
	const answer = (id: string, more: object, top: object = {}) =>
		JSON.stringify({
			type: "assistant",
			...top,
			message: {
				...{ id, type: "message", role: "assistant", model: "claude-large-1", content: [] },
				usage: {
					input_tokens: 10,
					cache_creation_input_tokens: 5,
					cache_read_input_tokens: 85,
					output_tokens: 7,
					cache_creation: { ephemeral_5m_input_tokens: 5 },
				},
				...more,
			},
		});
	const call = (id: string, name: string, input: object = {}) => ({
		content: [{ type: "tool_use", id, name, input }],
	});
	const result = (id: string, value: object) =>
		JSON.stringify({
			type: "user",
			message: {
				role: "user",
				content: [
					{ type: "tool_result", tool_use_id: id, content: [{ type: "text", text: JSON.stringify(value) }] },
				],
			},
		});

	async function fixture() {
		const shipped = await shippedFixture();
		const main = [
			JSON.stringify({
				type: "user",
				message: { role: "user", content: 'say {"type":"assistant","message":{"id":"x"}} "assistant"' },
			}),
			answer("m1", { content: [{ type: "text", text: '"quoted" {brace} \\ and "model":"fake" \\\\' }] }),
			answer("m1", call("t1", "mcp__cairn__read_file", { model: "fake", path: "a" })),
			result("t1", { path: "a", current_version: 3, unchanged: true }),
			answer("m2", call("t2", "mcp__cairn__read_file")),
			result("t2", { path: "a", current_version: 4, diff: [] }),
			answer("m3", call("t3", "mcp__cairn__read_file")),
			result("t3", { path: "a", content: '"unchanged": true' }),
			answer("m4", call("t4", "mcp__cairn__write_file")),
			answer("m5", call("t5", "Task", { subagent_type: "Explore", prompt: "x" })),
			answer("m6", call("t6", "Agent", { prompt: "x" })),
			'{"type":"assistant","message":{"id":"cut',
		];
		await shipped.put(`${PROJECT}/one.jsonl`, main.join("\n"));
		const side = answer("s1", { model: "claude-small-1" }, { isSidechain: true });
		await shipped.put(`${PROJECT}/agent-1.jsonl`, `${side}\n${side}\n`);
		await shipped.put(`${PROJECT}/a b'c.jsonl`, answer("m7", { model: "claude-small-1" }));
		await shipped.put(`${PROJECT}/notes.txt`, answer("m8", {}));
		return shipped;
	}

	test("measure_savings counts each answer once, and Cairn's answers by their kind", async () => {
		const { run } = await fixture();
		const { status, outputs, stdout } = await run("measure_savings");
		expect(status).toBe("ok");
		expect(outputs).toEqual({
			...{
				answers: 8,
				input_tokens: 80,
				cache_read_tokens: 680,
				cache_write_tokens: 40,
				output_tokens: 56,
				cached_percent: 85,
			},
			...{ cairn_calls: 4, cairn_reads: 3, cairn_unchanged: 1, cairn_diffs: 1, unreadable_lines: 1 },
		});
		expect(stdout).toMatchInlineSnapshot(`
			"Transcripts of the last 30 days: 8 answers.
			input tokens, not cached                  80
			input tokens from the cache              680  (85.0 % of all input)
			input tokens into the cache               40
			output tokens                             56
			Cairn: 4 calls, 3 of them read_file: 1 answered "unchanged", 1 with a diff.
			1 lines are no JSON and were left out.
			"
		`);
	});

	test("subagent_models counts by model and by kind", async () => {
		const { run } = await fixture();
		const { status, outputs, stdout } = await run("subagent_models");
		expect(status).toBe("ok");
		expect(outputs).toEqual({
			main: {
				"claude-large-1": { answers: 6, input_tokens: 600, output_tokens: 42 },
				"claude-small-1": { answers: 1, input_tokens: 100, output_tokens: 7 },
			},
			subagents: { "claude-small-1": { answers: 1, input_tokens: 100, output_tokens: 7 } },
			started: { Explore: 1, "general-purpose": 1 },
			unreadable_lines: 1,
		});
		expect(stdout).toMatchInlineSnapshot(`
			"Transcripts of the last 30 days.

			main conversation                      answers    input tokens output tokens
			  claude-large-1                             6             600            42
			  claude-small-1                             1             100             7

			subagents                              answers    input tokens output tokens
			  claude-small-1                             1             100             7

			subagents started                        times
			  Explore                                    1
			  general-purpose                            1
			1 lines are no JSON and were left out.
			"
		`);
	});

	test.each(["measure_savings", "subagent_models"])(
		"%s changes nothing, and is content with no transcripts",
		async (name) => {
			const { run, home } = await fixture();
			const before = await snapshot(home);
			await run(name);
			expect(await snapshot(home)).toEqual(before);
			await rm(join(home, ".claude"), { recursive: true });
			expect(await run(name)).toMatchObject({ status: "ok" });
			expect(await readdir(home)).toEqual([]);
			expect(await run(name, { days: 0 })).toMatchObject({ status: "error", exit_code: 2 });
		},
	);
});

async function snapshot(folder: string): Promise<readonly string[]> {
	const paths = await readdir(folder, { recursive: true });
	return Promise.all(paths.sort().map(async (path) => `${path} ${(await stat(join(folder, path))).mtimeMs}`));
}
