import { appendFile, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../test/scripts-on-disk.ts";
import { changedFile } from "./check-version.ts";
import { VersionStore, type VersionStoreOptions } from "./version-store.ts";
import type { NewFile } from "./write-version.ts";

const HOUR = 60 * 60 * 1000;

function file(path: string, text: string, more: Partial<NewFile> = {}): NewFile {
	return { path, executable: false, read: async () => parts(text), ...more };
}

async function* parts(text: string): AsyncGenerator<Uint8Array> {
	for (const character of text) yield Buffer.from(character);
}

function storeFixture(options: Pick<VersionStoreOptions, "spareBytes" | "runTimeoutMs"> = {}) {
	const root = temporaryFolder();
	const clock = { time: Date.now(), now: () => clock.time };
	return { root, clock, store: new VersionStore({ ...options, root, clock }) };
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

test.each([-1, 1])(
	"one that is being written stays when another program sweeps, be their clock %i year from the disk's",
	async (years) => {
		const { store, root, clock } = storeFixture();
		clock.time += years * 365 * 24 * HOUR;
		const sweepFirst = async () => {
			await new VersionStore({ root, clock }).sweep(new Set());
			return parts("1");
		};
		const version = await store.install("echo", [file("a", "1", { read: sweepFirst })]);
		expect(await changedFile(version)).toBeUndefined();
	},
);

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

	test.each([
		["in its place", "folder"],
		["in that of the folder around it", "around"],
	] as const)("a link %s: is removed, and nothing of where it leads", async (_what, where) => {
		const { store } = storeFixture();
		const own = temporaryFolder();
		for (const folder of [own, join(own, "echo")]) {
			await mkdir(folder, { recursive: true });
			await writeFile(join(folder, "precious"), "");
		}
		const version = await store.install("echo", [file("a", "1")]);
		const place = where === "folder" ? version.folder : dirname(version.folder);
		await rm(place, { recursive: true });
		await symlink(own, place);
		expect(await store.isIntact(version)).toBe(false);
		await store.install("echo", [file("a", "1")]);
		expect(await store.isIntact(version)).toBe(true);
		expect(await readdir(own)).toEqual(["echo", "precious"]);
		expect(await readdir(join(own, "echo"))).toEqual(["precious"]);
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

/** A script's version with a manifest that lets it run for so long. */
const used = (version: { digest: string }, timeout_ms?: number) => ({
	...version,
	manifest: {
		...{ name: "echo", description: "", exec: "a", inputs: {}, requires: [], secrets: [] },
		...(timeout_ms !== undefined && { timeout_ms }),
	},
});

async function versionsIn(root: string): Promise<readonly string[]> {
	return (await readdir(join(root, "versions"))).sort();
}

describe("a replaced version", () => {
	test("stays while there is room for it, for some hours", async () => {
		const { store, root, clock } = storeFixture();
		const old = await store.install("echo", [file("a", "old")]);
		const now = await store.install("echo", [file("a", "new")]);
		await store.retire(used(old));
		await store.sweep(new Set([now.digest]));
		clock.time += HOUR;
		await store.sweep(new Set([now.digest]));
		expect(await readFile(join(old.folder, "a"), "utf8")).toBe("old");
		clock.time += 3 * HOUR;
		await store.sweep(new Set([now.digest]));
		expect(await versionsIn(root)).toEqual([now.digest]);
	});

	test("makes room for younger ones, the longest unused first", async () => {
		const { store, root, clock } = storeFixture({ spareBytes: 250 });
		const versions = [];
		for (const letter of ["a", "b", "c", "d"]) {
			versions.push(await store.install("echo", [file("a", letter.repeat(100))]));
		}
		for (const version of versions.slice(0, 3)) {
			await store.retire(used(version));
			clock.time += HOUR / 6;
		}
		const live = versions[3]?.digest ?? "";
		expect(store.isSweepDue()).toBe(true);
		await store.sweep(new Set([live]));
		expect(store.isSweepDue()).toBe(false);
		const kept = [versions[1], versions[2], versions[3]].map((version) => version?.digest ?? "");
		expect(await versionsIn(root)).toEqual(kept.sort());
	});

	test("is never taken from a run that may still use it, however little room there is", async () => {
		const { store, root, clock } = storeFixture({ spareBytes: 0, runTimeoutMs: HOUR / 2 });
		const quick = await store.install("echo", [file("a", "quick")]);
		const slow = await store.install("echo", [file("a", "slow")]);
		const usual = await store.install("echo", [file("a", "usual")]);
		await store.retire(used(quick, 1_000));
		await store.retire(used(slow, HOUR));
		await store.retire(used(usual));
		clock.time += HOUR / 4;
		await store.sweep(new Set());
		expect(await versionsIn(root)).toEqual([slow.digest, usual.digest].sort());
		clock.time += HOUR / 2;
		await store.sweep(new Set());
		expect(await versionsIn(root)).toEqual([slow.digest]);
		clock.time += HOUR;
		await store.sweep(new Set());
		expect(await versionsIn(root)).toEqual([]);
	});

	test("of a day when the clock was years ahead goes too", async () => {
		const { store, root, clock } = storeFixture();
		const today = clock.time;
		clock.time += 10_000 * HOUR;
		const version = await store.install("echo", [file("a", "1")]);
		await store.retire(used(version));
		clock.time = today;
		await store.sweep(new Set());
		expect(await versionsIn(root)).toEqual([]);
	});

	test("that is live for another process is left alone", async () => {
		const { store, root, clock } = storeFixture({ spareBytes: 0 });
		const version = await store.install("echo", [file("a", "1")]);
		await store.sweep(new Set([version.digest]));
		clock.time += HOUR;
		await new VersionStore({ root, clock, spareBytes: 0 }).sweep(new Set());
		expect(await versionsIn(root)).toEqual([version.digest]);
	});
});

test("a version made of another's files shares none with it: what one writes, the other doesn't see", async () => {
	const { store } = storeFixture();
	const old = await store.install("echo", [file("run.sh", "run", { executable: true }), file("b", "old")]);
	const copyOf = async () => join(old.folder, "run.sh");
	const now = await store.install("echo", [
		file("run.sh", "not asked for", { executable: false, copyOf }),
		file("b", "new"),
	]);
	expect(await store.isIntact(now)).toBe(true);
	expect((await stat(join(now.folder, "run.sh"))).mode & 0o777).toBe(0o600);
	await appendFile(join(now.folder, "run.sh"), "more");
	expect([await store.isIntact(old), await store.isIntact(now)]).toEqual([true, false]);
	expect(await changedFile(old)).toBeUndefined();
});

test("a copy that isn't what is expected is refused", async () => {
	const { store, root } = storeFixture();
	await writeFile(join(root, "original"), "other");
	const expected = { sha256: "0".repeat(64), size: 5, executable: false };
	const copyOf = async () => join(root, "original");
	await expect(store.install("echo", [file("a", "1", { expected, copyOf })])).rejects.toThrow(
		/a is not what/,
	);
});
