import { mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
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
