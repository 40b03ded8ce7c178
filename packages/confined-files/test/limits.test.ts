import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createFilesToolset } from "../src/files-toolset.ts";
import { openFiles, pathsOf, temporaryFolder } from "./open-files.ts";

const many = (count: number, name: (index: number) => string) =>
	Object.fromEntries(Array.from({ length: count }, (_, index) => [name(index), ""]));

describe("a walk that would exceed a limit is an error that names flag and value", () => {
	test.each([
		["maxFiles", "--max-files", 20, many(21, (index) => `${index}`)],
		["maxDirectories", "--max-directories", 20, many(21, (index) => `d${index}/x`)],
		["maxEntries", "--max-entries", 20, many(21, (index) => `${index}`)],
		["maxDepth", "--max-depth", 3, { "1/2/3/4/x": "" }],
	])("%s", async (limit, flag, value, files) => {
		const { refused, folder } = openFiles(files, { limits: { [limit]: value } });
		for (const [tool, input] of [
			["search_files", { query: "x" }],
			["search_text", { query: "x" }],
		] as const) {
			const { reason, message } = await refused(tool, input);
			expect(reason).toBe("limit");
			expect(message).toContain(`more than ${value} `);
			expect(message).toContain(flag);
			expect(message).not.toContain(folder);
		}
	});

	test("and just within it is none", async () => {
		const files = { ...many(10, (index) => `d${index}/x`), "1/2/3/y": "" };
		const limits = { maxFiles: 11, maxDirectories: 14, maxEntries: 24, maxDepth: 3 };
		const { all } = openFiles(files, { limits });
		expect(await all("search_files", { query: "x" })).toHaveLength(10);
	});

	test("but not for what is out of scope", async () => {
		const files = { ...many(50, (index) => `other/${index}`), "lib/a": "word", "lib/b/c": "word" };
		const limits = { maxFiles: 5, maxDirectories: 3, maxEntries: 6 };
		const { all, read } = openFiles(files, { limits });
		expect(pathsOf(await all("search_text", { query: "word", path: "lib" }))).toEqual(["lib/a", "lib/b/c"]);
		expect((await read("list_directory", { path: "lib" })).items).toHaveLength(2);
		const narrow = openFiles(files, { include: ["lib/**"], limits });
		expect(await narrow.all("search_files", { query: "lib" })).toHaveLength(2);
	});

	test("a listing looks no further into a directory than its first served file", async () => {
		const files = { ...many(500, (index) => `big/${index}`), x: "" };
		const { all } = openFiles(files, { limits: { maxEntries: 10 } });
		expect(pathsOf(await all("list_directory"))).toEqual(["big", "x"]);
	});
});

test("a tree a thousand directories deep ends no walk but by its limit, and its files can be read by path", async () => {
	const folder = join(temporaryFolder(), "root");
	mkdirSync(folder);
	const deep = Array.from({ length: 1_000 }, () => "d").join("/");
	execFileSync("mkdir", ["-p", deep], { cwd: folder });
	execFileSync("sh", ["-c", `cd ${deep.slice(0, 1_999)} && echo bottom > f`], { cwd: folder });
	writeFileSync(join(folder, "top.md"), "top");
	const { refused, all } = openFiles({}, { root: folder });
	expect((await refused("search_files", { query: "f" })).message).toContain("--max-depth");
	const shallow = Array.from({ length: 400 }, () => "d").join("/");
	writeFileSync(join(folder, shallow, "f"), "half way");
	expect(await all("read_text_file", { path: `${shallow}/f` })).toEqual([
		{ byte_offset: 0, text: "half way" },
	]);
	const narrow = openFiles({}, { root: folder, include: ["*.md"] });
	expect(await narrow.all("search_files", { query: "t" })).toHaveLength(1);
});

test("a directory of 100,000 entries is listed page by page", async () => {
	const folder = join(temporaryFolder(), "root");
	mkdirSync(folder);
	const names = Array.from({ length: 100_000 }, (_, index) => `e${index}`);
	execFileSync("xargs", ["touch"], { cwd: folder, input: names.join("\n") });
	const { read, refused } = openFiles({}, { root: folder, limits: { maxFiles: 100_000 } });
	const first = await read("list_directory");
	expect(first.items.map(({ name }) => name)).toEqual(names.sort().slice(0, 200));
	const second = await read("list_directory", { cursor: first.next_cursor, limit: 1 });
	expect(second.items[0]?.name).toBe(names[200]);
	writeFileSync(join(folder, "one-more"), "");
	expect((await refused("list_directory", { cursor: first.next_cursor })).message).toContain("--max-entries");
	execFileSync("rm", ["-rf", folder]);
});

test("a directory that is removed while it is walked is left out", async () => {
	const files = Object.fromEntries(
		Array.from({ length: 300 }, (_, index) => [`d${index % 30}/f${index}`, "word\n"]),
	);
	const { folder, read, all } = openFiles(files);
	const removed = rm(join(folder, "d29"), { recursive: true });
	const found = await Promise.all([
		read("search_text", { query: "word" }),
		read("search_files", { query: "f" }),
	]);
	await removed;
	for (const { items } of found) expect(items.length).toBeGreaterThanOrEqual(190);
	expect(await all("search_files", { query: "f" })).toHaveLength(290);
});

describe("a page", () => {
	test("has 200 items at most, whatever is asked", async () => {
		const { read, all } = openFiles(many(450, (index) => `f${index}`));
		expect((await read("search_files", { query: "f", limit: 1_000_000 })).items).toHaveLength(200);
		expect(await all("search_files", { query: "f", limit: 1_000_000 })).toHaveLength(450);
	});

	test("holds fewer where they would not fit, and the next one goes on", async () => {
		const content = `word ${"\u0001".repeat(1_000)}\n`.repeat(50);
		const { read, all } = openFiles({ "a.md": content });
		expect((await read("search_text", { query: "word" })).items.length).toBeLessThan(10);
		expect((await all("search_text", { query: "word" })).map(({ line }) => line)).toEqual(
			Array.from({ length: 50 }, (_, index) => index + 1),
		);
	});

	test("that could not hold one item is an error", async () => {
		const { refused } = openFiles({ "a.md": "x".repeat(2_000) }, { limits: { maxResultBytes: 2_000 } });
		expect((await refused("read_text_file", { path: "a.md" })).reason).toBe("limit");
	});
});

test.each([
	["list_directory", {}],
	["search_files", { query: "a" }],
	["search_text", { query: "a" }],
])(
	"a call of %s whose caller goes away while it waits for others does nothing any more",
	async (tool, input) => {
		const { root } = openFiles({ "a.md": "a" });
		const toolset = createFilesToolset(root);
		const release = await root.walks.acquire();
		const caller = new AbortController();
		const waiting = toolset.call(tool, input, { signal: caller.signal });
		caller.abort();
		release();
		await expect(waiting).rejects.toMatchObject({ code: "cancelled" });
	},
);
