import { chmod, mkdir, readdir, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../test/scripts-on-disk.ts";
import { RunDirectories } from "./run-directories.ts";

const DAY = 86_400_000;

function fixture() {
	const root = join(temporaryFolder(), "runs");
	const clock = { time: Date.now(), now: () => clock.time };
	return { root, clock, runs: new RunDirectories({ root, ttlMs: DAY, clock }) };
}

test("a run has a directory that only its owner can read, and keeps it under its id", async () => {
	const { runs, root } = fixture();
	const run = await runs.open();
	expect(run.id).toMatch(/^run_[a-z0-9]{12}$/);
	expect(run.path).toBe(join(root, run.id));
	expect((await stat(run.path)).mode & 0o777).toBe(0o700);
	await writeFile(join(run.path, "a"), "");
	expect(await runs.open(run.id)).toEqual(run);
	expect(await readdir(run.path)).toContain("a");
});

describe("the sweep", () => {
	test("removes runs that were last used a day ago, and follows no link", async () => {
		const { runs, root, clock } = fixture();
		for (const id of ["old", "used"]) await runs.open(id);
		await mkdir(join(root, "unmarked"));
		await symlink(temporaryFolder(), join(root, "link"));
		clock.time += DAY - 1000;
		await runs.open("used");
		await runs.open("new");
		clock.time += 2000;
		expect(await runs.sweep()).toBe(1);
		expect((await readdir(root)).sort()).toEqual(["link", "new", "unmarked", "used"]);
	});

	test("leaves what isn't a run's, in whatever folder people keep it", async () => {
		const { runs, root, clock } = fixture();
		await runs.open("old");
		await mkdir(join(root, "photos"));
		clock.time += 2 * DAY;
		expect(await runs.sweep()).toBe(1);
		expect(await readdir(root)).toEqual(["photos"]);
	});

	test("has nothing to do where nothing ran", async () => {
		expect(await fixture().runs.sweep()).toBe(0);
	});
});

test("a folder that others can write to is refused, /tmp itself with its sticky bit is not", async () => {
	const { runs, root } = fixture();
	await mkdir(root);
	await chmod(root, 0o777);
	await expect(runs.open()).rejects.toThrow(/can be written by others/);
	await chmod(root, 0o1777);
	await expect(runs.open()).resolves.toBeDefined();
});

test("a place where no folder can be made is told", async () => {
	const file = join(temporaryFolder(), "file");
	await writeFile(file, "");
	const runs = new RunDirectories({ root: join(file, "runs"), ttlMs: DAY });
	await expect(runs.open()).rejects.toThrow(/TOOLS_RUNS_DIR chooses another place/);
});
