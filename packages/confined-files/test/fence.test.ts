import { spawnSync } from "node:child_process";
import {
	chmodSync,
	fstatSync,
	linkSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
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

/** A root with a folder of secrets beside it. */
function withSecrets() {
	const volume = temporaryFolder();
	const outside = join(volume, "outside");
	plant(outside, { "secret.md": "SECRET", "b/c.md": "SECRET", "deep/er.md": "SECRET" });
	const files = openFiles(TREE, { root: join(volume, "root") });
	return { ...files, volume, outside };
}

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

describe("a symbolic link", () => {
	test.each([
		["a file", "link.md", "secret.md", "link.md"],
		["a file, deep", "a/b/link.md", "secret.md", "a/b/link.md"],
		["a directory", "link", "", "link/secret.md"],
		["a directory, in the middle of a path", "a/link", "", "a/link/deep/er.md"],
		["a directory, last in the path's directories", "a/b/link", "deep", "a/b/link/er.md"],
	])("to %s is neither listed nor read nor searched", async (_what, link, target, path) => {
		const { folder, outside, refused, all } = withSecrets();
		symlinkSync(join(outside, target), join(folder, link));
		expect(await refused("read_text_file", { path })).toMatchObject({ reason: "missing" });
		expect(pathsOf(await all("search_files", { query: "m" }))).toEqual(["a/b/c.md", "a/d.md", "top.md"]);
		expect(await all("search_text", { query: "SECRET" })).toEqual([]);
		const listed = await all(
			"list_directory",
			link.includes("/") ? { path: link.split("/").slice(0, -1).join("/") } : {},
		);
		expect(pathsOf(listed)).not.toContain(link);
		const directory = path.split("/").slice(0, -1).join("/");
		if (target !== "secret.md") {
			expect((await refused("list_directory", { path: directory })).reason).toBe("not_served");
			expect((await refused("search_text", { path: directory, query: "SECRET" })).reason).toBe("not_served");
		}
	});

	test("within the root is not followed either", async () => {
		const { folder, refused } = openFiles(TREE);
		symlinkSync("a", join(folder, "inside"));
		expect((await refused("read_text_file", { path: "inside/d.md" })).reason).toBe("missing");
	});

	test("to the root's own parent, or to itself, ends no walk", async () => {
		const { folder, all } = openFiles(TREE);
		symlinkSync("..", join(folder, "a", "up"));
		symlinkSync("loop", join(folder, "loop"));
		expect(pathsOf(await all("search_files", { query: "d" }))).toEqual(["a/b/c.md", "a/d.md", "top.md"]);
	});

	test("is not written through", async () => {
		const { folder, outside, refused } = withSecrets();
		symlinkSync(join(outside, "secret.md"), join(folder, "notes.md"));
		symlinkSync(join(outside, "new.md"), join(folder, "dangling.md"));
		for (const path of ["notes.md", "dangling.md"]) {
			expect(await refused("write_text_file", { path, content: "x" })).toMatchObject({
				reason: "write_rule",
			});
		}
		expect(readFileSync(join(outside, "secret.md"), "utf8")).toBe("SECRET");
		expect(readdirSync(outside)).not.toContain("new.md");
	});
});

describe("a hard link", () => {
	test("is a file of the root like any other, and a write leaves its other name alone", async () => {
		const { folder, outside, all, call } = withSecrets();
		linkSync(join(outside, "secret.md"), join(folder, "linked.md"));
		expect(textOf(await all("read_text_file", { path: "linked.md" }))).toBe("SECRET");
		await call("write_text_file", { path: "linked.md", content: "new" });
		expect(readFileSync(join(outside, "secret.md"), "utf8")).toBe("SECRET");
		expect(readFileSync(join(folder, "linked.md"), "utf8")).toBe("new");
	});
});

describe("what is no regular file", () => {
	test("answers at once, and is neither listed, read, searched nor written", async () => {
		const { folder, refused, all } = openFiles(TREE);
		const socket = createServer().listen(join(folder, "socket.md"));
		await new Promise((resolve) => socket.once("listening", resolve));
		onTestFinished(() => void socket.close());
		const made = spawnSync("mkfifo", [join(folder, "fifo.md"), join(folder, "a", "fifo.md")]);
		expect(made.status).toBe(0);
		mkdirSync(join(folder, "directory.md"));
		const names = ["fifo.md", "a/fifo.md", "socket.md", "directory.md"];
		if (
			process.getuid?.() === 0 &&
			spawnSync("mknod", [join(folder, "device.md"), "c", "1", "3"]).status === 0
		) {
			names.push("device.md");
		}
		for (const path of names) {
			expect(await refused("read_text_file", { path })).toMatchObject({ reason: "missing" });
			if (path.includes("/")) continue;
			const write = await refused("write_text_file", { path, content: "x" });
			expect(write.reason).toBe("write_rule");
		}
		expect(pathsOf(await all("search_files", { query: "md" }))).toEqual(["a/b/c.md", "a/d.md", "top.md"]);
		expect(pathsOf(await all("list_directory"))).toEqual(["a", "top.md"]);
		expect(await all("search_text", { query: "zzz" })).toEqual([]);
	});

	test("is not reached by names that mean something to the system", async () => {
		const { refused } = openFiles(TREE);
		for (const path of ["proc/self/environ", "dev/stdin", "proc/self/fd/0", "top.md/c.md", "a/b/c.md/x"]) {
			expect((await refused("read_text_file", { path })).reason).toBe("missing");
		}
		expect((await refused("read_text_file", { path: "/proc/self/environ" })).reason).toBe("not_relative");
	});
});

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

describe("permission refused", () => {
	test("hides a directory from walks, and names the file that can't be read", () => {
		const { folder } = openFiles({ "open.md": "open", "shut.md": "shut", "closed/x.md": "closed" });
		chmodSync(join(folder, "shut.md"), 0);
		chmodSync(join(folder, "closed"), 0);
		for (let path = folder; path !== "/"; path = join(path, ".."))
			if (path.includes("cairn-files")) chmodSync(path, 0o755);
		const program = join(import.meta.dirname, "as-nobody.ts");
		const { stdout, stderr } = spawnSync(process.execPath, ["--import", "tsx", program, folder], {
			encoding: "utf8",
		});
		chmodSync(join(folder, "closed"), 0o700);
		expect(stderr).toBe("");
		expect(JSON.parse(stdout)).toEqual({
			files: ["open.md", "shut.md"],
			matches: ["open.md"],
			shut: "unreadable",
			closed: "missing",
			write: "filesystem",
		});
	});
});
