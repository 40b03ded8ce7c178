import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openFiles, pathsOf } from "./open-files.ts";

describe("what the rules don't serve", () => {
	const files = () =>
		openFiles(
			{ "lib/a.md": "in", "lib/secrets/key": "SECRET", "private/x.md": "SECRET", "private/y": "SECRET" },
			{ include: ["lib/**", "private/*.txt"], exclude: ["**/secrets/**"] },
		);

	test("is refused in the same words whether it exists or not", async () => {
		const { refused } = files();
		const answers = await Promise.all(
			["lib/secrets/key", "lib/secrets/none", "private/x.md", "private/none.md", "none/at/all"].map((path) =>
				refused("read_text_file", { path }),
			),
		);
		expect(new Set(answers.map(({ message }) => message)).size).toBe(1);
		const directories = await Promise.all(
			["lib/secrets", "private", "none", "lib/none", "lib/a.md/x"].map((path) =>
				refused("list_directory", { path }),
			),
		);
		expect(new Set(directories.map(({ message }) => message)).size).toBe(1);
		const searches = await Promise.all(
			["lib/secrets", "private", "none"].map((path) => refused("search_text", { query: "SECRET", path })),
		);
		expect(new Set(searches.map(({ message }) => message)).size).toBe(1);
	});

	test.runIf(process.platform === "linux").each([
		["private", /private/i],
		// A file of that name would be served, so the name itself is looked at where a caller names it.
		["private/**", /private\//i],
		["**/private/**", /private\//i],
		["open/FILE", /FILE/],
		["OPEN", /OPEN/],
	])("is never looked at where %s is excluded", (exclude, excluded) => {
		const { folder } = openFiles({ "open/file": "text", "private/key": "text", "private/deep/key": "text" });
		const program = join(import.meta.dirname, "record-paths.ts");
		const args = ["--import", "tsx", program, folder, exclude];
		const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
		expect(stderr).toBe("");
		const asked: string[] = JSON.parse(stdout);
		expect(asked).toEqual(expect.arrayContaining(["/open", "/open/file"]));
		expect(asked.filter((path) => excluded.test(path))).toEqual([]);
	});

	test("shows in no listing, not even by its directory", async () => {
		const { all } = files();
		expect(await all("list_directory")).toEqual([{ name: "lib", kind: "directory", path: "lib" }]);
		expect(await all("list_directory", { path: "lib" })).toEqual([
			{ name: "a.md", kind: "file", path: "lib/a.md" },
		]);
		expect(pathsOf(await all("search_files", { query: "e" }))).toEqual([]);
		expect(await all("search_text", { query: "SECRET" })).toEqual([]);
	});
});
