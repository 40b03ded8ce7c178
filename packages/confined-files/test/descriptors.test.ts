import { spawnSync } from "node:child_process";
import { readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openFiles } from "./open-files.ts";

const TREE = { "top.md": "top", "a/b/c.md": "deep", "a/d.md": "d" };

test("no call leaves a descriptor open, answered or refused", async () => {
	const { folder, call } = openFiles(
		{ ...TREE, "not.text": Uint8Array.of(0xff), "x/1/2/3/4": "" },
		{ limits: { maxDepth: 3, maxFiles: 5 } },
	);
	symlinkSync("a", join(folder, "link"));
	const calls: Array<[string, Record<string, unknown>]> = [
		["list_directory", {}],
		["list_directory", { path: "a" }],
		["list_directory", { path: "link" }],
		["list_directory", { path: "none/at/all" }],
		["search_files", { query: "x" }],
		["search_text", { query: "deep", path: "a" }],
		["search_text", { query: "top", path: "top.md" }],
		["search_text", { query: "x", path: "link" }],
		["read_text_file", { path: "a/b/c.md" }],
		["read_text_file", { path: "not.text" }],
		["read_text_file", { path: "link/d.md" }],
		["read_text_file", { path: "a/b" }],
		["write_text_file", { path: "w.md", content: "x" }],
		["write_text_file", { path: "link", content: "x" }],
	];
	const descriptors = () => readdirSync(process.platform === "linux" ? "/proc/self/fd" : "/dev/fd").length;
	for (const [tool, input] of calls) await call(tool, input).catch(() => {});
	const before = descriptors();
	for (let round = 0; round < 20; round++) {
		for (const [tool, input] of calls) await call(tool, input).catch(() => {});
	}
	expect(descriptors()).toBeLessThan(before + 10);
});

test.runIf(process.platform === "linux").each(["descriptor", "path"])(
	"no call leaves a descriptor open, whichever of its steps on the disk fails (names reached by %s)",
	(reach) => {
		const { folder } = openFiles({ ...TREE, "private/key": "", "long.md": "line\n".repeat(10_000) });
		const program = join(import.meta.dirname, "fail-each-step.ts");
		const args = ["--import", "tsx", program, folder, reach];
		const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
		expect(stderr).toBe("");
		const { steps, leaks } = JSON.parse(stdout);
		expect(steps).toBeGreaterThan(100);
		expect(leaks).toEqual([]);
	},
);
