import { mkdir, readdir, readFile, stat, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { SHIPPED, shippedFixture } from "../../test/shipped-fixture.ts";

const read = (...path: string[]) => readFile(join(...path), "utf8");

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
