import { readdir, readFile, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../test/scripts-on-disk.ts";
import { changedFile } from "./check-version.ts";
import { VersionStore } from "./version-store.ts";
import type { NewFile } from "./write-version.ts";

const HOUR = 60 * 60 * 1000;

function file(path: string, text: string, more: Partial<NewFile> = {}): NewFile {
	return { path, executable: false, read: async () => parts(text), ...more };
}

async function* parts(text: string): AsyncGenerator<Uint8Array> {
	for (const character of text) yield Buffer.from(character);
}

function storeFixture() {
	const root = temporaryFolder();
	const clock = { time: Date.now(), now: () => clock.time };
	return { root, clock, store: new VersionStore({ root, clock }) };
}

test("a version lies in a folder of its digest and its name", async () => {
	const { store } = storeFixture();
	const version = await store.install("echo", [
		file("run.sh", "hi", { executable: true }),
		file("a/b.txt", ""),
	]);
	expect(version.folder).toBe(store.folderOf("echo", version.digest));
	expect(version.folder).toMatch(/\/[0-9a-f]{64}\/echo$/);
	expect(await readFile(join(version.folder, "run.sh"), "utf8")).toBe("hi");
	expect(await changedFile(version)).toBeUndefined();
});

test("a version that fails leaves nothing behind", async () => {
	const { store, root } = storeFixture();
	const expected = { sha256: "0".repeat(64), size: 2, executable: false };
	await expect(store.install("echo", [file("a", "1"), file("b", "22", { expected })])).rejects.toThrow(
		/b is not what/,
	);
	await expect(store.install("echo", [file("a", "1"), file("../b", "1")])).rejects.toThrow(
		/leaves its folder/,
	);
	expect(await readdir(join(root, "staging"))).toEqual([]);
});

test("the same version at once from two sides is one", async () => {
	const { store, root } = storeFixture();
	const install = () => new VersionStore({ root }).install("echo", [file("a", "1"), file("b", "2")]);
	const versions = await Promise.all([
		install(),
		install(),
		store.install("echo", [file("a", "1"), file("b", "2")]),
	]);
	expect(new Set(versions.map(({ digest }) => digest)).size).toBe(1);
	expect(await readdir(join(root, "versions"))).toHaveLength(1);
});

describe("a version that was changed", () => {
	test.each<[string, (folder: string) => Promise<unknown>]>([
		["other bytes of the same length", (folder) => writeFile(join(folder, "a"), "2")],
		["a file that is gone", (folder) => rm(join(folder, "a"))],
		[
			"a link in a file's place",
			async (folder) => {
				await rm(join(folder, "a"));
				await symlink("/etc/passwd", join(folder, "a"));
			},
		],
	])("%s: is found, and put right when it's installed again", async (_what, change) => {
		const { store } = storeFixture();
		const version = await store.install("echo", [file("a", "1")]);
		expect(await store.isIntact(version)).toBe(true);
		await change(version.folder);
		expect(await store.isIntact(version)).toBe(false);
		await store.install("echo", [file("a", "1")]);
		expect(await store.isIntact(version)).toBe(true);
	});

	test("what was put beside its files is removed, and links are not followed", async () => {
		const { store } = storeFixture();
		const outside = temporaryFolder();
		await writeFile(join(outside, "keep"), "");
		const version = await store.install("echo", [file("a/b", "1")]);
		await writeFile(join(version.folder, "a/json.py"), "evil");
		await symlink(outside, join(version.folder, "link"));
		expect(await changedFile(version)).toBeUndefined();
		expect(await readdir(version.folder, { recursive: true })).toEqual(["a", "a/b"]);
		expect(await readdir(outside)).toEqual(["keep"]);
	});
});

test("a replaced version stays for as long as a run may take, then goes", async () => {
	const { store, root, clock } = storeFixture();
	const old = await store.install("echo", [file("a", "old")]);
	const now = await store.install("echo", [file("a", "new")]);
	const live = new Set([now.digest]);
	await utimes(join(root, "versions", old.digest), 1, 1);
	await store.retire(old.digest);
	await store.sweep(live);
	expect(await readFile(join(old.folder, "a"), "utf8")).toBe("old");
	clock.time += 3 * HOUR;
	await store.sweep(live);
	expect(await readdir(join(root, "versions"))).toEqual([now.digest]);
});
