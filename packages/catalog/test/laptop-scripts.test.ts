import { spawn, spawnSync } from "node:child_process";
import {
	chmod,
	chown,
	cp,
	mkdir,
	mkdtemp,
	readdir,
	readFile,
	rm,
	stat,
	symlink,
	writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { SHIPPED, shippedFixture } from "./shipped-fixture.ts";

const SETTINGS = ".claude/settings.json";
const LAUNCHER = ".claude/hooks/tool-discovery.sh";
const COMMAND = '"$HOME/.claude/hooks/tool-discovery.sh"';
const ENTRY = { hooks: [{ type: "command", command: COMMAND, timeout: 5 }] };

const read = (...path: string[]) => readFile(join(...path), "utf8");

/** A program in the place of cairn, which says what it was called with. */
async function openLaptop(name = "cairn.mjs") {
	const folder = await mkdtemp(join(tmpdir(), "cairn-program-"));
	onTestFinished(() => rm(folder, { recursive: true }));
	const program = join(folder, name);
	await writeFile(program, '#!/bin/sh\necho "$@"; cat\n', { mode: 0o755 });
	return { program, ...(await shippedFixture({ CAIRN_COMMAND: program, CAIRN_NODE: process.execPath })) };
}

describe("dotclaude_install and the discovery hook", () => {
	test("installs a launcher that starts this laptop's cairn, and its entry in the settings", async () => {
		const { run, home } = await openLaptop('it\'s a "cairn" $HOME.mjs');
		expect(await run("dotclaude_install")).toMatchObject({ outputs: { hook: "missing", written: 0 } });
		expect(await readdir(home)).toEqual([]);
		expect(await run("dotclaude_install", { mode: "apply" })).toMatchObject({ outputs: { hook: "added" } });
		expect(JSON.parse(await read(home, SETTINGS))).toEqual({ hooks: { UserPromptSubmit: [ENTRY] } });
		expect((await stat(join(home, LAUNCHER))).mode & 0o777).toBe(0o755);
		const started = spawnSync("/bin/sh", ["-c", COMMAND], {
			input: "prompt",
			encoding: "utf8",
			env: { HOME: home, PATH: "/usr/bin:/bin" },
		});
		expect(started).toMatchObject({ status: 0, stdout: "hook prompt\nprompt", stderr: "" });
		expect((await read(home, LAUNCHER)).trimEnd().split("\n")).toHaveLength(2);
		expect(await run("dotclaude_install", { mode: "apply" })).toMatchObject({
			outputs: { hook: "present", missing: 0, different: 0, written: 0 },
		});
	});

	test("adds the entry beside other hooks, and touches no other setting", async () => {
		const { run, home, put } = await openLaptop();
		const mine = {
			model: "opus",
			hooks: { Stop: [{ hooks: [] }], UserPromptSubmit: [{ hooks: [{ command: "x" }] }] },
		};
		await put(SETTINGS, JSON.stringify(mine, undefined, 2));
		await chmod(join(home, SETTINGS), 0o640);
		await run("dotclaude_install", { mode: "apply" });
		expect(JSON.parse(await read(home, SETTINGS))).toEqual({
			...mine,
			hooks: { ...mine.hooks, UserPromptSubmit: [...mine.hooks.UserPromptSubmit, ENTRY] },
		});
		expect((await stat(join(home, SETTINGS))).mode & 0o777).toBe(0o640);
		const [backup = ""] = (await readdir(join(home, ".claude"))).filter((name) => name.endsWith(".bak"));
		expect(JSON.parse(await read(home, ".claude", backup))).toEqual(mine);
	});

	test("takes an entry that somebody changed for the one it would add", async () => {
		const { run, home, put } = await openLaptop();
		const mine = JSON.stringify({
			hooks: {
				UserPromptSubmit: [{ hooks: [{ command: "~/.claude/hooks/tool-discovery.sh", timeout: 9 }] }],
			},
		});
		await put(SETTINGS, mine);
		expect(await run("dotclaude_install", { mode: "apply" })).toMatchObject({ outputs: { hook: "present" } });
		expect(await read(home, SETTINGS)).toBe(mine);
	});

	test("leaves settings alone that have something else in its place", async () => {
		const { run, home, put } = await openLaptop();
		await put(SETTINGS, '{"hooks": "none"}');
		expect(await run("dotclaude_install", { mode: "apply" })).toMatchObject({
			outputs: { hook: "left_alone" },
		});
		expect(await read(home, SETTINGS)).toBe('{"hooks": "none"}');
	});

	test("says so where the settings can't be read, and leaves them as they are", async () => {
		const { run, home, put } = await openLaptop();
		await put(SETTINGS, "{ broken");
		expect(await run("dotclaude_install", { mode: "apply" })).toMatchObject({
			status: "error",
			stderr: expect.stringContaining("settings.json is not usable JSON"),
		});
		expect(await read(home, SETTINGS)).toBe("{ broken");
	});

	test("keeps a launcher that somebody changed", async () => {
		const { run, home, put } = await openLaptop();
		await put(LAUNCHER, "#!/bin/sh\n# mine\n");
		await run("dotclaude_install", { mode: "apply" });
		const kept = (await readdir(join(home, ".claude/hooks"))).filter((name) => name.endsWith(".bak"));
		expect(await read(home, ".claude/hooks", kept[0] ?? "")).toBe("#!/bin/sh\n# mine\n");
	});

	test("is left out when asked, and when nobody knows where cairn is", async () => {
		const { run, home } = await openLaptop();
		expect(await run("dotclaude_install", { mode: "apply", hook: false })).toMatchObject({
			outputs: { hook: "off" },
		});
		expect(await readdir(join(home, ".claude"))).toEqual(["agents", "skills"]);
		const bare = await shippedFixture({ PATH: "/usr/bin:/bin" });
		expect(await bare.run("dotclaude_install", { mode: "apply" })).toMatchObject({
			status: "ok",
			outputs: { hook: "unknown_program" },
			stdout: expect.stringContaining("give its path as cairn"),
		});
		expect(await bare.run("dotclaude_install", { cairn: "/bin/sh" })).toMatchObject({
			outputs: { hook: "missing" },
		});
	});
});

describe.each([
	["dotclaude_install", "agents/cairn-scout.md", ".claude/agents/cairn-scout.md"],
	["magic3_design_install", "SKILL.md", ".claude/skills/magic3-design/SKILL.md"],
])("%s", (name, asset, file) => {
	test("loses no edit when several run at once", async () => {
		const { run, home, put } = await openLaptop();
		await put(file, "my edit\n");
		const results = await Promise.all(Array.from({ length: 3 }, () => run(name, { mode: "apply" })));
		expect(results.map(({ status }) => status)).toEqual(["ok", "ok", "ok"]);
		expect(await read(home, file)).toBe(await read(SHIPPED, name, "assets", asset));
		const beside = await readdir(join(home, file, ".."));
		const kept = beside.filter((one) => one.endsWith(".bak"));
		expect(await Promise.all(kept.map((one) => read(home, file, "..", one)))).toEqual(["my edit\n"]);
		expect(beside.filter((one) => one.endsWith(".part") || one.endsWith(".lock"))).toEqual([]);
	});

	test("goes on after one that was killed", async () => {
		const { run, home } = await openLaptop();
		const { pid } = spawnSync("true");
		const folder = name === "dotclaude_install" ? ".claude" : ".claude/skills/magic3-design";
		await mkdir(join(home, folder, ".cairn-install.lock"), { recursive: true });
		await writeFile(join(home, folder, ".cairn-install.lock/pid"), `${pid}\n`);
		expect(await run(name, { mode: "apply" })).toMatchObject({ status: "ok" });
		expect(await readdir(join(home, folder))).not.toContain(".cairn-install.lock");
	});

	test("writes into a folder that is a link, and beside other people's backups", async () => {
		const { run, home } = await openLaptop();
		await mkdir(join(home, "dotfiles"));
		await symlink("dotfiles", join(home, ".claude"));
		expect(await run(name, { mode: "apply" })).toMatchObject({ status: "ok", outputs: { left_alone: 0 } });
		expect(await read(home, file.replace(".claude", "dotfiles"))).toBe(
			await read(SHIPPED, name, "assets", asset),
		);
	});
});

describe("settings_sync", () => {
	test("loses nothing when several run at once, also beside dotclaude_install", async () => {
		const { run, home, put } = await openLaptop();
		const mine = { model: "opus" };
		await put(SETTINGS, JSON.stringify(mine));
		const names = ["settings_sync", "dotclaude_install", "settings_sync", "dotclaude_install"];
		const results = await Promise.all(names.map((name) => run(name, { mode: "apply" })));
		expect(results.map(({ status }) => status)).toEqual(["ok", "ok", "ok", "ok"]);
		const settings = JSON.parse(await read(home, SETTINGS));
		expect(settings).toMatchObject({
			model: "opus",
			cleanupPeriodDays: 90,
			hooks: { UserPromptSubmit: [ENTRY] },
		});
		const kept = (await readdir(join(home, ".claude"))).filter((name) => /\.bak\d*$/.test(name));
		const texts = await Promise.all(kept.map((name) => read(home, ".claude", name)));
		expect(texts).toContain(JSON.stringify(mine));
		expect(kept).toHaveLength(2);
	});

	test("keeps the mode of the file", async () => {
		const { run, home, put } = await openLaptop();
		await put(SETTINGS, "{}");
		await chmod(join(home, SETTINGS), 0o644);
		await run("settings_sync", { mode: "apply" });
		expect((await stat(join(home, SETTINGS))).mode & 0o777).toBe(0o644);
	});
});

/** A user who can't write where root can: only root can become another, and anybody else is one already. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

describe("where nothing can be written", () => {
	test.each(["dotclaude_install", "magic3_design_install", "settings_sync"])(
		"%s says so and changes nothing",
		async (name) => {
			const root = await mkdtemp(join(tmpdir(), "cairn-read-only-"));
			onTestFinished(async () => {
				await chmod(join(root, "home/.claude"), 0o755);
				await rm(root, { recursive: true });
			});
			await chmod(root, 0o755);
			for (const folder of ["home/.claude", "run"]) await mkdir(join(root, folder), { recursive: true });
			await cp(join(SHIPPED, name), join(root, "script"), { recursive: true });
			await writeFile(join(root, "home", SETTINGS), '{"model": "opus"}');
			if (NOBODY.uid !== undefined) await chown(join(root, "run"), NOBODY.uid, NOBODY.gid);
			await chmod(join(root, "home/.claude"), 0o555);
			const before = await readdir(join(root, "home"), { recursive: true });
			const child = spawn("bash", [join(root, "script/run.sh")], {
				...NOBODY,
				cwd: root,
				env: {
					PATH: process.env.PATH,
					HOME: join(root, "home"),
					TOOLS_RUN_DIR: join(root, "run"),
					INPUT_MODE: "apply",
					INPUT_CAIRN: "/bin/sh",
				},
			});
			let told = "";
			child.stderr.setEncoding("utf8").on("data", (part) => {
				told += part;
			});
			const code = await new Promise((resolve) => child.once("close", resolve));
			expect(code).not.toBe(0);
			expect(told).toMatch(/can't be written|Permission denied/);
			expect(await readdir(join(root, "home"), { recursive: true })).toEqual(before);
			expect(await read(root, "home", SETTINGS)).toBe('{"model": "opus"}');
		},
	);
});
