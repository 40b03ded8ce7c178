import { execFileSync } from "node:child_process";
import { appendFileSync, writeFileSync } from "node:fs";
import {
	appendFile,
	chmod,
	mkdir,
	readFile,
	rename,
	rm,
	symlink,
	truncate,
	utimes,
	writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import {
	folderFixture,
	manifestOf,
	RULES,
	temporaryFolder,
	writeScript,
} from "../../test/scripts-on-disk.ts";
import type { Catalog } from "../catalog.ts";
import { VersionStore } from "../versions/version-store.ts";
import { createFolderSource } from "./folder-source.ts";

function names(catalog: Catalog): readonly string[] {
	return catalog.scripts.map(({ name }) => name);
}

function reasons(catalog: Catalog): Record<string, string> {
	return Object.fromEntries(
		catalog.broken.map(({ dir, file, line, reason, serving }) => [
			`${dir}/${file}${line === undefined ? "" : `:${line}`}`,
			`${serving}: ${reason}`,
		]),
	);
}

test("a script is listed with its files, digests and exec bits", async () => {
	const { folder, source } = await folderFixture();
	await writeScript(folder, "echo", { run: "#!/bin/sh\n", "assets/a.txt": "hello\n" });
	const { scripts, broken } = await source.refresh();
	expect(broken).toEqual([]);
	expect(scripts[0]).toMatchObject({
		name: "echo",
		manifest: { name: "echo", exec: "run.sh" },
		files: ["assets/a.txt", "manifest.yaml", "run.sh"],
		digests: {
			"assets/a.txt": {
				sha256: "5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03",
				size: 6,
				executable: false,
			},
			"run.sh": { size: 10, executable: true },
		},
	});
	expect(await readFile(join(scripts[0]?.folder ?? "", "assets/a.txt"), "utf8")).toBe("hello\n");
});

test("the version is the same on another machine, after a restart and for files with other times", async () => {
	const first = await folderFixture();
	const second = await folderFixture();
	for (const { folder } of [first, second]) {
		await writeScript(folder, "b");
		await writeScript(folder, "a", { "z.txt": "1" });
	}
	await utimes(join(second.folder, "a/z.txt"), 1, 1);
	const version = (await first.source.refresh()).version;
	expect((await second.source.refresh()).version).toBe(version);
	await using again = createFolderSource({
		folder: first.folder,
		rules: RULES,
		store: new VersionStore({ root: temporaryFolder() }),
	});
	expect((await again.refresh()).version).toBe(version);
});

test.each([
	["bytes", (script: string) => writeFile(join(script, "a.txt"), "2")],
	["a name", (script: string) => rename(join(script, "a.txt"), join(script, "b.txt"))],
	["an exec bit", (script: string) => chmod(join(script, "a.txt"), 0o755)],
	["a further file", (script: string) => writeFile(join(script, "c.txt"), "")],
	["a deleted file", (script: string) => rm(join(script, "a.txt"))],
	["a deleted script", (script: string) => rm(script, { recursive: true })],
])("the version changes with %s", async (_what, change) => {
	const { folder, source } = await folderFixture();
	const script = await writeScript(folder, "one", { "a.txt": "1" });
	await writeScript(folder, "two");
	const { version } = await source.refresh();
	await change(script);
	expect((await source.refresh()).version).not.toBe(version);
});

test("a look at what has not changed reads no file", async () => {
	const { folder, source, store } = await folderFixture();
	for (const name of ["a", "b", "c"]) await writeScript(folder, name);
	const before = await source.refresh();
	const install = vi.spyOn(store, "install");
	const after = await source.refresh();
	expect(install).not.toHaveBeenCalled();
	expect(after.version).toBe(before.version);
});

test("a script that something writes into all the time is taken over now and then, told of, and whole once it rests", async () => {
	const clock = { time: Date.now(), now: () => clock.time };
	const { folder, source, store } = await folderFixture({ clock });
	await writeScript(folder, "calm");
	const script = await writeScript(folder, "noisy", { log: "" });
	await source.refresh();
	const install = vi.spyOn(store, "install");
	for (let second = 0; second < 60; second++) {
		await appendFile(join(script, "log"), `${second}\n`);
		clock.time += 1_000;
		await source.refresh();
	}
	expect(install.mock.calls.length).toBeLessThan(20);
	expect(source.current()).toMatchObject({
		scripts: [{ name: "calm" }, { name: "noisy" }],
		broken: [
			{ dir: "noisy", file: "", serving: "current", reason: expect.stringContaining("again and again") },
		],
	});
	await source.refresh();
	clock.time += 30_000;
	const rested = await source.refresh();
	const noisy = rested.scripts.find(({ name }) => name === "noisy");
	expect(await readFile(join(noisy?.folder ?? "", "log"), "utf8")).toContain("59");
	clock.time += 11 * 60_000;
	expect((await source.refresh()).broken).toEqual([]);
});

test("a folder of more scripts than there may be was read all the same, and says so", async () => {
	const clock = { now: () => 1_000 };
	const { folder, source } = await folderFixture({ clock });
	for (let index = 0; index <= 1_000; index++) await mkdir(join(folder, `empty_${index}`));
	const { origin } = await source.refresh();
	expect(origin).toMatchObject({ asOf: 1_000, problem: expect.stringContaining("1001 scripts") });
	expect(source.lastLook().isRead).toBe(true);
});

test("what editors, version control and file systems leave behind is no part of a script", async () => {
	const { folder, source } = await folderFixture();
	const script = await writeScript(folder, "echo", {
		"run.sh~": "",
		".run.sh.swp": "",
		".DS_Store": "",
		"._run.sh": "",
		".git/config": "",
		"__pycache__/a.pyc": "",
	});
	await symlink("nowhere", join(script, "dangling"));
	await symlink("user@host.1", join(script, ".#run.sh"));
	await mkdir(join(folder, ".git"));
	await mkdir(join(folder, "empty"));
	await writeFile(join(folder, "README.md"), "");
	const { scripts, broken } = await source.refresh();
	expect(broken).toEqual([]);
	expect(scripts[0]?.files).toEqual(["manifest.yaml", "run.sh"]);
});

describe("what can't be used is told, and the rest works", () => {
	test("one of each kind", async () => {
		const { folder, source } = await folderFixture();
		const outside = temporaryFolder();
		await writeFile(join(outside, "secret"), "secret");
		await writeScript(folder, "good");
		await writeScript(folder, "yaml", { manifest: "name: [\n" });
		await writeScript(folder, "climbs", { manifest: "name: climbs\nexec: ../good/run.sh\n" });
		await writeScript(folder, "absent", { manifest: "name: absent\nexec: bash run.sh\n" });
		await writeScript(folder, "reserved", { manifest: manifestOf("pipeline_run") });
		await writeScript(folder, "twin", { manifest: manifestOf("good") });
		await writeScript(folder, "my script");
		await writeScript(folder, "mac", { "A.txt": "", "a.txt": "" });
		await writeScript(folder, "empty", { run: "" });
		const linked = await writeScript(folder, "linked", { manifest: "name: linked\nexec: ./link.sh\n" });
		await symlink("run.sh", join(linked, "link.sh"));
		const huge = await writeScript(folder, "huge");
		await truncate(join(huge, "manifest.yaml"), 50 * 1024 * 1024);
		await mkdir(join(folder, "bare"));
		await writeFile(join(folder, "bare", "manifest.yml"), "");
		const leaky = await writeScript(folder, "leaky");
		await symlink(join(outside, "secret"), join(leaky, "secret"));
		await symlink(outside, join(leaky, "folder"));
		await symlink(outside, join(folder, "link"));
		execFileSync("sh", ["-c", `mkfifo "$1"`, "sh", join(await writeScript(folder, "pipe"), "pipe")]);
		const catalog = await source.refresh();
		expect(names(catalog)).toEqual(["good", "leaky", "pipe"]);
		expect(reasons(catalog)).toMatchInlineSnapshot(`
			{
			  "absent/manifest.yaml": "nothing: exec names bash run.sh, which is no file of this script; it takes a path such as ./run.sh, without arguments.",
			  "bare/manifest.yaml": "nothing: There is no manifest.yaml; rename manifest.yml to that.",
			  "climbs/manifest.yaml:2": "nothing: exec must be a path inside the script's folder, such as ./run.sh, but it has a part that is . or ...",
			  "empty/run.sh": "nothing: The program is empty; write it.",
			  "huge/manifest.yaml": "nothing: The file is larger than 32 MiB; keep it elsewhere.",
			  "leaky/folder": "current: This link leaves the script's folder, so it was left out; copy the file there instead.",
			  "leaky/secret": "current: This link leaves the script's folder, so it was left out; copy the file there instead.",
			  "link/": "nothing: The script's folder is a link; put the folder itself into the catalog.",
			  "linked/link.sh": "nothing: exec must be a regular file, and this is a link; copy the program into the folder.",
			  "mac/a.txt": "nothing: On a Mac A.txt and a.txt are one file; rename one of them.",
			  "my script/": "nothing: A script's folder is named with letters, digits, dots, dashes and underscores; rename it.",
			  "pipe/pipe": "current: This is neither a file nor a folder, so it was left out; remove it.",
			  "reserved/manifest.yaml:1": "nothing: The tool name pipeline_run is used by Cairn itself; choose another.",
			  "twin/manifest.yaml:1": "nothing: The tool name good is already used by the script in good; choose another name.",
			  "yaml/manifest.yaml:2": "nothing: The manifest is not valid YAML: Flow sequence in block collection must be sufficiently indented and end with a ].",
			}
		`);
		expect(source.leavesScript("leaky", "secret")).toBe(true);
		expect(source.leavesScript("leaky", "folder/secret")).toBe(true);
		expect(source.leavesScript("leaky", "run.sh")).toBe(false);
	});

	test("a script with a key that nobody reads is live, and says so until it is mended", async () => {
		const { folder, source } = await folderFixture();
		await writeScript(folder, "quick", { manifest: manifestOf("quick", "timeout: 1\n") });
		const catalog = await source.refresh();
		expect(names(catalog)).toEqual(["quick"]);
		expect(reasons(catalog)).toEqual({
			"quick/manifest.yaml:4":
				"current: The key timeout is unknown and does nothing; did you mean timeout_ms?",
		});
		await writeScript(folder, "quick", { manifest: manifestOf("quick", "timeout_ms: 1\n") });
		expect((await source.refresh()).broken).toEqual([]);
	});

	test("a script that broke stays live as it was, with its reason", async () => {
		const { folder, source } = await folderFixture();
		const script = await writeScript(folder, "echo", { run: "#!/bin/sh\necho one\n" });
		const before = (await source.refresh()).scripts[0];
		await writeFile(join(script, "manifest.yaml"), "name: echo\nexec: ./gone.sh\n");
		await writeFile(join(script, "run.sh"), "#!/bin/sh\necho two\n");
		const catalog = await source.refresh();
		expect(catalog.scripts).toEqual([before]);
		expect(await readFile(join(before?.folder ?? "", "run.sh"), "utf8")).toContain("one");
		expect(reasons(catalog)).toEqual({
			"echo/manifest.yaml": expect.stringMatching(/^last_good: exec names gone.sh/),
		});
		await writeFile(join(script, "manifest.yaml"), manifestOf("echo"));
		const mended = await source.refresh();
		expect(mended.broken).toEqual([]);
		expect(await readFile(join(mended.scripts[0]?.folder ?? "", "run.sh"), "utf8")).toContain("two");
	});

	test("a link inside the script is the file that it points to", async () => {
		const { folder, source } = await folderFixture();
		const script = await writeScript(folder, "echo", { "a.txt": "a" });
		await symlink("a.txt", join(script, "b.txt"));
		expect((await source.refresh()).scripts[0]?.files).toContain("b.txt");
	});

	test("a new folder can't take the tool name of a live script, and gets it when that one goes", async () => {
		const { folder, source } = await folderFixture();
		await writeScript(folder, "z", { manifest: manifestOf("tool") });
		await source.refresh();
		await writeScript(folder, "a", { manifest: manifestOf("tool") });
		const catalog = await source.refresh();
		expect(names(catalog)).toEqual(["z"]);
		expect(reasons(catalog)["a/manifest.yaml:1"]).toMatch(/^nothing: .* script in z/);
		await rm(join(folder, "z"), { recursive: true });
		await source.refresh();
		expect(names(await source.refresh())).toEqual(["a"]);
	});

	test("a folder that can't be read any more leaves the catalog as it was", async () => {
		const { folder, source } = await folderFixture();
		await writeScript(folder, "echo");
		const { version } = await source.refresh();
		await rename(folder, `${folder}-away`);
		const catalog = await source.refresh();
		expect(catalog.version).toBe(version);
		expect(catalog.origin.problem).toMatch(/can't be read: it isn't there/);
		await rename(`${folder}-away`, folder);
		expect((await source.refresh()).origin.problem).toBeUndefined();
	});

	test("a deleted script is gone", async () => {
		const { folder, source } = await folderFixture();
		await writeScript(folder, "echo");
		await source.refresh();
		await rm(join(folder, "echo"), { recursive: true });
		expect((await source.refresh()).scripts).toEqual([]);
	});
});

describe("a file that is being written", () => {
	test("is not served before it's finished", async () => {
		const { folder, source } = await folderFixture({ settleMs: 200 });
		const script = await writeScript(folder, "echo", { run: "#!/bin/sh\necho old\n" });
		await source.refresh();
		const served: string[] = [];
		const look = async () => {
			const { scripts } = await source.refresh();
			served.push(await readFile(join(scripts[0]?.folder ?? "", "run.sh"), "utf8"));
		};
		const file = join(script, "run.sh");
		writeFileSync(file, "");
		let lines = 0;
		// By a timer that is due long before the source has waited for the file to settle, and in no step but its own: so
		// however late a busy machine lets both go on, there is a line more at each of the source's looks.
		const writing = setInterval(() => {
			appendFileSync(file, `# line ${lines++}\n`);
			if (lines < 200) return;
			appendFileSync(file, "# end\n");
			clearInterval(writing);
		}, 5);
		onTestFinished(() => clearInterval(writing));
		while (!served.at(-1)?.endsWith("# end\n")) await look();
		for (const text of served) expect(text).toMatch(/echo old\n$|# end\n$/);
	});

	test("a change is there at the next look, without waiting for a poll", async () => {
		const { folder, source } = await folderFixture({ pollMs: 3_600_000 });
		const script = await writeScript(folder, "echo");
		await source.refresh();
		await writeFile(join(script, "manifest.yaml"), manifestOf("renamed"));
		expect((await source.refresh()).scripts[0]?.manifest.name).toBe("renamed");
	});
});

describe("who watches", () => {
	test("is told once of a batch of changes, and not of none", async () => {
		const { folder, source } = await folderFixture();
		await source.refresh();
		const told: (readonly string[])[] = [];
		const stop = source.watch((catalog) => told.push(names(catalog)));
		for (const name of ["a", "b", "c"]) await writeScript(folder, name);
		await vi.waitFor(() => expect(told.at(-1)).toEqual(["a", "b", "c"]));
		await source.refresh();
		await source.refresh();
		expect(told.filter((list) => list.length === 3)).toHaveLength(1);
		stop();
		await rm(join(folder, "a"), { recursive: true });
		await source.refresh();
		expect(told.at(-1)).toHaveLength(3);
	});
});

test("a copy that somebody changed is put right at the next look", async () => {
	const { folder, source } = await folderFixture();
	await writeScript(folder, "echo", { run: "#!/bin/sh\necho right\n" });
	const { scripts } = await source.refresh();
	const copy = join(scripts[0]?.folder ?? "", "run.sh");
	await writeFile(copy, "#!/bin/sh\necho wrong\n");
	await source.refresh();
	expect(await readFile(copy, "utf8")).toContain("right");
});
