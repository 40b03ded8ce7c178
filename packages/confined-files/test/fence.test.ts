import { spawnSync } from "node:child_process";
import { chmodSync, linkSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { openFiles, pathsOf, plant, temporaryFolder, textOf } from "./open-files.ts";

const TREE = { "top.md": "top", "a/b/c.md": "deep", "a/d.md": "d" };

/** A root with a folder of secrets beside it. */
function withSecrets() {
	const volume = temporaryFolder();
	const outside = join(volume, "outside");
	plant(outside, { "secret.md": "SECRET", "b/c.md": "SECRET", "deep/er.md": "SECRET" });
	const files = openFiles(TREE, { root: join(volume, "root") });
	return { ...files, volume, outside };
}

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
