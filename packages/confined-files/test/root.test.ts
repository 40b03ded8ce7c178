import { fstatSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ConfigError, openRoot } from "../src/index.ts";
import {
	expectNoMount,
	mountFilesystem,
	openFiles,
	pathsOf,
	plant,
	temporaryFolder,
	textOf,
} from "./open-files.ts";

const TREE = { "top.md": "top", "a/b/c.md": "deep", "a/d.md": "d" };

describe("a root", () => {
	test.each([
		["that is missing", () => join(temporaryFolder(), "missing"), /does not exist/],
		[
			"that is a file",
			() => {
				const folder = temporaryFolder();
				writeFileSync(join(folder, "file"), "");
				return join(folder, "file");
			},
			/not a directory/,
		],
		[
			"that is a link to a directory",
			() => {
				const folder = temporaryFolder();
				symlinkSync(folder, join(folder, "link"));
				return join(folder, "link");
			},
			/symbolic link/,
		],
		[
			"that is a link, written with a slash",
			() => {
				const folder = temporaryFolder();
				symlinkSync(folder, join(folder, "link"));
				return `${join(folder, "link")}/`;
			},
			/symbolic link/,
		],
		["with no name", () => "", /must name a directory/],
	])("%s is refused without its path", (_what, make, sentence) => {
		const root = make();
		const open = () => openRoot({ root, include: ["**"] });
		expect(open).toThrow(ConfigError);
		expect(open).toThrow(sentence);
		if (root !== "") expect(open).not.toThrow(root);
	});

	test("without an include is refused", () => {
		expect(() => openRoot({ root: temporaryFolder(), include: [] })).toThrow(/--include is missing/);
	});

	test("with a limit that is none is refused", () => {
		const limits = { maxFiles: 0 };
		expect(() => openRoot({ root: temporaryFolder(), include: ["**"], limits })).toThrow(/maxFiles/);
	});

	test("that is removed says so, also when another takes its name", async () => {
		const { folder, refused } = openFiles(TREE);
		rmSync(folder, { recursive: true });
		plant(folder, { "other.md": "other" });
		expect((await refused("list_directory")).message).toContain("was removed");
	});

	test("that is removed says so in a container's filesystem, too, and one whose name sounds like it is served", async () => {
		const folder = mountFilesystem("tmpfs");
		if (folder === undefined) return expectNoMount();
		plant(folder, { "lower/root/a.md": "a", "lower/root (deleted)/a.md": "a", "upper/x": "", "work/x": "" });
		rmSync(join(folder, "work/x"));
		const layers = ["lowerdir=lower", "upperdir=upper", "workdir=work"];
		const options = layers.map((layer) => layer.replace("=", `=${folder}/`)).join();
		const merged = mountFilesystem("overlay", options);
		if (merged === undefined) return expectNoMount();
		const { refused } = openFiles({}, { root: join(merged, "root") });
		const { all } = openFiles({}, { root: join(merged, "root (deleted)") });
		rmSync(join(merged, "root"), { recursive: true });
		expect((await refused("list_directory")).message).toContain("was removed");
		expect(pathsOf(await all("list_directory"))).toEqual(["a.md"]);
	});

	test("that is moved goes on being the one that was opened", async () => {
		const { folder, all } = openFiles(TREE);
		renameSync(folder, `${folder}-moved`);
		symlinkSync("/etc", folder);
		expect(pathsOf(await all("search_files", { query: "md" }))).toEqual(["a/b/c.md", "a/d.md", "top.md"]);
		expect(textOf(await all("read_text_file", { path: "top.md" }))).toBe("top");
	});

	test("that is closed keeps its descriptor until the last call under way has ended", async () => {
		const { root, refused } = openFiles(TREE);
		const { fd } = root.directory;
		let end = () => {};
		const underWay = root.use(
			() =>
				new Promise<void>((resolve) => {
					end = resolve;
				}),
		);
		root.close();
		expect((await refused("list_directory")).reason).toBe("filesystem");
		expect(fstatSync(fd).isDirectory()).toBe(true);
		end();
		await underWay;
		expect(() => fstatSync(fd)).toThrow("EBADF");
		root.close();
	});

	test("is told from one whose name begins alike", async () => {
		const { folder, refused, all } = openFiles(TREE);
		plant(`${folder}2`, { "x.md": "SECRET" });
		expect((await refused("read_text_file", { path: "../root2/x.md" })).reason).toBe("not_relative");
		expect(pathsOf(await all("search_files", { query: "x.md" }))).toEqual([]);
	});
});
