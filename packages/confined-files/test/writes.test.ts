import { spawnSync } from "node:child_process";
import {
	chmodSync,
	chownSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	statSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { expectNoMount, mountFilesystem, openFiles, pathsOf, temporaryFolder, textOf } from "./open-files.ts";

describe("write_text_file", () => {
	test("makes a new file for its user alone, and leaves nothing beside it", async () => {
		const { folder, call, all } = openFiles();
		await call("write_text_file", { path: "new.md", content: "hällo\r\n\0" });
		expect(readdirSync(folder)).toEqual(["new.md"]);
		expect(statSync(join(folder, "new.md")).mode & 0o7777).toBe(0o600);
		expect(textOf(await all("read_text_file", { path: "new.md" }))).toBe("hällo\r\n\0");
	});

	test("replaces the whole text and keeps the rights", async () => {
		const { folder, call } = openFiles({ "a.md": "a long old text" });
		chmodSync(join(folder, "a.md"), 0o4640);
		await call("write_text_file", { path: "a.md", content: "" });
		expect(readFileSync(join(folder, "a.md"), "utf8")).toBe("");
		expect(statSync(join(folder, "a.md")).mode & 0o7777).toBe(0o640);
	});

	test.runIf(process.getuid?.() === 0)(
		"keeps the group, and gives another one no more than everybody has",
		() => {
			const [shared, foreign] = [4_001, 4_002];
			const { folder } = openFiles({ "shared.md": "old", "foreign.md": "old", "readable.md": "old" });
			const set = (name: string, { group, mode }: { group: number; mode: number }) => {
				chownSync(join(folder, name), 0, group);
				chmodSync(join(folder, name), mode);
			};
			set("shared.md", { group: shared, mode: 0o660 });
			set("foreign.md", { group: foreign, mode: 0o662 });
			set("readable.md", { group: foreign, mode: 0o656 });
			chmodSync(folder, 0o777);
			chmodSync(join(folder, ".."), 0o755);
			const program = join(import.meta.dirname, "write-as-member.ts");
			const args = ["--import", "tsx", program, folder, `${shared}`, ...readdirSync(folder)];
			const { stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
			expect(stderr).toBe("");
			const found = readdirSync(folder).map((name) => {
				const { gid, mode } = statSync(join(folder, name));
				return [name, gid, (mode & 0o777).toString(8), readFileSync(join(folder, name), "utf8")];
			});
			expect(found).toEqual([
				["foreign.md", 65_534, "622", "new"],
				["readable.md", 65_534, "646", "new"],
				["shared.md", shared, "660", "new"],
			]);
		},
	);

	test.each([
		["docs/a.md", "one name in the root itself"],
		["A.md", "one name"],
		[".hidden", "one name"],
		["-a", "one name"],
		["a b", "one name"],
		["ä", "one name"],
		["a".repeat(256), "255 characters"],
		["../a", ". or .."],
		["/a", "start with /"],
		["", "must not be empty"],
		["a\n", "one name"],
	])("refuses the name %j by the rule that it breaks", async (path, words) => {
		const { folder, refused } = openFiles();
		expect((await refused("write_text_file", { path, content: "x" })).message).toContain(words);
		expect(readdirSync(folder)).toEqual([]);
	});

	test.each([
		[["lib/**"], [], "a.md", "no --include pattern of this root matches a file in the root itself"],
		[["*.md"], [], "a.txt", "no --include pattern of this root matches that name"],
		[["**"], ["*.secret"], "a.secret", "an --exclude pattern of this root takes that name out"],
		[["**"], ["a.md"], "a.md", "an --exclude pattern"],
	])("with include %j and exclude %j refuses %s", async (include, exclude, path, words) => {
		const { folder, refused } = openFiles({}, { include, exclude });
		expect(await refused("write_text_file", { path, content: "x" })).toMatchObject({
			reason: "write_rule",
			message: expect.stringContaining(words),
		});
		expect(readdirSync(folder)).toEqual([]);
	});

	test("takes 65,536 bytes and no more", async () => {
		const { refused, call } = openFiles();
		await call("write_text_file", { path: "a", content: "ä".repeat(32_768) });
		const { message } = await refused("write_text_file", { path: "a", content: `${"ä".repeat(32_768)}x` });
		expect(message).toContain("65536 bytes (--max-write-bytes); this one has 65537");
	});

	test("refuses half a surrogate pair", async () => {
		const { refused } = openFiles();
		expect((await refused("write_text_file", { path: "a", content: "x\ud800" })).message).toContain(
			"offset 1",
		);
	});

	test("refuses a name that something else than a file has", async () => {
		const { folder, refused } = openFiles();
		mkdirSync(join(folder, "a"));
		expect((await refused("write_text_file", { path: "a", content: "x" })).reason).toBe("write_rule");
	});

	test("removes what writers that were killed long ago left, and serves none of it", async () => {
		const { folder, call, all, refused } = openFiles();
		const [old, recent] = [".cairn-write-0123456789abcdef.tmp", ".cairn-write-fedcba9876543210.tmp"];
		for (const name of [old, recent]) writeFileSync(join(folder, name), "half");
		utimesSync(join(folder, old), 1, 1);
		expect(await all("list_directory")).toEqual([]);
		expect(pathsOf(await all("search_files", { query: "cairn" }))).toEqual([]);
		expect((await refused("read_text_file", { path: recent })).reason).toBe("not_served");
		await call("write_text_file", { path: "a", content: "x" });
		expect(readdirSync(folder).sort()).toEqual([recent, "a"]);
	});

	test("removes what one that was killed meanwhile left, too, when that is old", async () => {
		const { folder, call } = openFiles();
		await call("write_text_file", { path: "a", content: "x" });
		writeFileSync(join(folder, ".cairn-write-0123456789abcdef.tmp"), "half");
		await call("write_text_file", { path: "a", content: "y" });
		expect(readdirSync(folder)).toHaveLength(2);
		const minutesAgo = Date.now() / 1000 - 11 * 60;
		utimesSync(join(folder, ".cairn-write-0123456789abcdef.tmp"), minutesAgo, minutesAgo);
		const clock = vi.spyOn(performance, "now").mockReturnValue(performance.now() + 11 * 60 * 1000);
		onTestFinished(() => clock.mockRestore());
		await call("write_text_file", { path: "a", content: "z" });
		expect(readdirSync(folder)).toEqual(["a"]);
	});

	test("in a root within another root shows nothing there before it is done", async () => {
		const name = ".cairn-write-0123456789abcdef.tmp";
		const { all, refused } = openFiles({ [`outbox/${name}`]: "half", "outbox/a": "whole" });
		expect(pathsOf(await all("list_directory", { path: "outbox" }))).toEqual(["outbox/a"]);
		expect(pathsOf(await all("search_text", { query: "h" }))).toEqual(["outbox/a"]);
		expect((await refused("read_text_file", { path: `outbox/${name}` })).reason).toBe("not_served");
	});

	test("leaves the half of a writer that lives, be its own clock a day ahead of the disk's", async () => {
		const { folder, call } = openFiles();
		const living = ".cairn-write-fedcba9876543210.tmp";
		writeFileSync(join(folder, living), "half");
		vi.setSystemTime(Date.now() + 24 * 60 * 60 * 1000);
		onTestFinished(() => void vi.useRealTimers());
		await call("write_text_file", { path: "a", content: "x" });
		expect(readdirSync(folder).sort()).toEqual([living, "a"]);
	});

	test.runIf(process.platform === "linux")(
		"is answered when text and name are on the disk, the text before it has the name",
		() => {
			const { folder } = openFiles({}, { root: join(temporaryFolder(), "root") });
			const program = join(import.meta.dirname, "record-syncs.ts");
			const { stdout, stderr } = spawnSync(process.execPath, ["--import", "tsx", program, folder], {
				encoding: "utf8",
			});
			expect(stderr).toBe("");
			const temporary = ".cairn-write-NAME.tmp";
			const calls = stdout.replace(/\.cairn-write-[0-9a-f]{16}\.tmp/g, temporary);
			expect(JSON.parse(calls)).toEqual([
				`writeSync ${temporary}`,
				`fsync ${temporary}`,
				`renameSync ${temporary} a.md`,
				"fsync root",
				"answered",
			]);
		},
	);

	test("many at once of one file leave the text of one", async () => {
		const { folder, call } = openFiles();
		const texts = Array.from({ length: 20 }, (_, index) => `${index} `.repeat(5_000));
		await Promise.all(texts.map((content) => call("write_text_file", { path: "a", content })));
		expect(texts).toContain(readFileSync(join(folder, "a"), "utf8"));
		expect(readdirSync(folder)).toEqual(["a"]);
	});
});

describe("a disk", () => {
	test("that is full is told, and the old text is still there", async () => {
		const folder = mountFilesystem("tmpfs", "size=128k");
		if (folder === undefined) return expectNoMount();
		const { call, refused } = openFiles({}, { root: folder });
		await call("write_text_file", { path: "a", content: "old".repeat(10_000) });
		writeFileSync(join(folder, "filler"), Buffer.alloc(60_000));
		const { reason, message } = await refused("write_text_file", {
			path: "a",
			content: "new".repeat(20_000),
		});
		expect({ reason, message }).toMatchObject({
			reason: "filesystem",
			message: expect.stringContaining("disk is full"),
		});
		expect(readFileSync(join(folder, "a"), "utf8")).toBe("old".repeat(10_000));
		expect(readdirSync(folder).sort()).toEqual(["a", "filler"]);
	});

	test("that is read-only is told, and can be read", async () => {
		const folder = mountFilesystem("tmpfs", "size=128k");
		if (folder === undefined) return expectNoMount();
		const { refused, all } = openFiles({ "a.md": "text" }, { root: folder });
		spawnSync("mount", ["-o", "remount,ro", folder]);
		const { message } = await refused("write_text_file", { path: "a.md", content: "x" });
		expect(message).toContain("read-only");
		expect(message).not.toContain(folder);
		expect((await refused("write_text_file", { path: "new.md", content: "x" })).message).toContain(
			"read-only",
		);
		expect(textOf(await all("read_text_file", { path: "a.md" }))).toBe("text");
	});
});
