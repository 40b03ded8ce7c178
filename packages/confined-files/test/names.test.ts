import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openFiles, pathsOf, textOf } from "./open-files.ts";

const TREE = { "top.md": "top", "a/b/c.md": "deep", "a/d.md": "d" };

describe("names", () => {
	test("that no caller could write are not served, others are, as they are", async () => {
		const names = [
			"new\nline.md",
			"tab\t.md",
			"caf\u00e9.md",
			"cafe\u0301.md",
			"😀.md",
			" .md",
			"-rf.md",
			"~.md",
			"CASE.md",
			"case.md",
		];
		const { folder, all, refused } = openFiles(Object.fromEntries(names.map((name) => [name, name])));
		const raw = (bytes: number[]) => Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(bytes)]);
		writeFileSync(raw([0x61, 0xff, 0x2e, 0x6d, 0x64]), "not UTF-8");
		writeFileSync(join(folder, "back\\slash.md"), "x");
		writeFileSync(join(folder, "C:drive.md"), "x");
		expect(pathsOf(await all("search_files", { query: ".md" }))).toEqual([...names].sort());
		for (const path of names) expect(textOf(await all("read_text_file", { path }))).toBe(path);
		expect((await refused("read_text_file", { path: "a\ufffd.md" })).reason).toBe("missing");
		expect((await refused("read_text_file", { path: "Case.md" })).reason).toBe("missing");
		writeFileSync(join(folder, "a\ufffd.md"), "a real one");
		expect(textOf(await all("read_text_file", { path: "a\ufffd.md" }))).toBe("a real one");
		expect(pathsOf(await all("search_files", { query: "\ufffd" }))).toEqual(["a\ufffd.md"]);
	});

	test("that are longer than a filesystem takes are just missing", async () => {
		const { refused } = openFiles(TREE);
		expect((await refused("read_text_file", { path: `${"x".repeat(300)}.md` })).reason).toBe("missing");
		expect((await refused("read_text_file", { path: `${"x/".repeat(511)}x` })).reason).toBe("missing");
		expect((await refused("read_text_file", { path: "x".repeat(1_025) })).reason).toBe("not_relative");
	});
});
