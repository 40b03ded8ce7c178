import { existsSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeFolder } from "./make-folder.mjs";

let root: string;
beforeEach(() => {
	root = mkdtempSync(join(tmpdir(), "cairn-folder-"));
});
afterEach(() => rmSync(root, { recursive: true }));

test("a folder is made with those above it, for its owner alone, and one that is there stays", () => {
	const folder = join(root, "a", "b", "c");
	for (let round = 0; round < 2; round++) {
		makeFolder(folder);
		for (const path of [folder, join(root, "a")]) expect(statSync(path).mode & 0o777).toBe(0o700);
	}
	makeFolder("/");
	symlinkSync(folder, join(root, "link"));
	makeFolder(join(root, "link", "d"));
	expect(existsSync(join(folder, "d"))).toBe(true);
});

test.runIf(existsSync("/proc/self"))("where none can be made, that is told and not tried for ever", () => {
	for (const path of ["/proc/none/x", "/proc/none", "/proc/self/fd/x/y"])
		expect(() => makeFolder(path)).toThrow(/^ENOENT/);
});

test("a file in the way is told", () => {
	writeFileSync(join(root, "file"), "");
	expect(() => makeFolder(join(root, "file"))).toThrow(/^EEXIST/);
	expect(() => makeFolder(join(root, "file", "x", "y"))).toThrow(/^ENOTDIR/);
});
