import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openFiles, pathsOf, type ReadAnswer } from "./open-files.ts";

describe("search_text", () => {
	test("finds each line once, with its number, in the order of paths and lines", async () => {
		const { all } = openFiles({
			"b.md": "one two two\nthree\r\ntwo\n\n\ntwo",
			"a/x.md": "two\n",
			"a-b.md": "two",
			"a.md": "two",
		});
		expect(await all("search_text", { query: "two" })).toEqual([
			{ path: "a-b.md", line: 1, text: "two" },
			{ path: "a.md", line: 1, text: "two" },
			{ path: "a/x.md", line: 1, text: "two" },
			{ path: "b.md", line: 1, text: "one two two" },
			{ path: "b.md", line: 3, text: "two" },
			{ path: "b.md", line: 6, text: "two" },
		]);
	});

	test("shows a line without its \\r and cut on a character boundary at 1,024 bytes", async () => {
		const { all } = openFiles({
			"a.md": `word\r\nword ${"😀".repeat(400)}\n${"x".repeat(1_023)}\r\n`,
			"b.md": "word\r",
		});
		const found = await all("search_text", { query: "word" });
		expect(found).toEqual([
			{ path: "a.md", line: 1, text: "word" },
			{ path: "a.md", line: 2, text: `word ${"😀".repeat(254)}` },
			{ path: "b.md", line: 1, text: "word" },
		]);
		expect(await all("search_text", { query: "xxx" })).toEqual([
			{ path: "a.md", line: 3, text: "x".repeat(1_023) },
		]);
	});

	test("is literal, case and all", async () => {
		const { all } = openFiles({ "a.md": "a.c\nabc\nA.C\n(a|b)*\n" });
		expect(await all("search_text", { query: "a.c" })).toHaveLength(1);
		expect(await all("search_text", { query: "(a|b)*" })).toHaveLength(1);
		expect(await all("search_text", { query: "A" })).toHaveLength(1);
	});

	test("leaves out the lines that are not UTF-8, and no others", async () => {
		const line = (text: string, bad = false) =>
			Buffer.concat([Buffer.from(text), Buffer.from(bad ? [0xff] : []), Buffer.from("\n")]);
		const { all } = openFiles({
			"a.bin": Buffer.concat([line("word 1"), line("word 2", true), line("word 3")]),
		});
		expect((await all("search_text", { query: "word" })).map(({ line }) => line)).toEqual([1, 3]);
	});

	test("takes a directory or a file as its scope", async () => {
		const { all, refused } = openFiles({ "a/x.md": "word", "a/b/y.md": "word", "z.md": "word" });
		expect(pathsOf(await all("search_text", { query: "word", path: "a" }))).toEqual(["a/b/y.md", "a/x.md"]);
		expect(pathsOf(await all("search_text", { query: "word", path: "a/x.md" }))).toEqual(["a/x.md"]);
		expect(pathsOf(await all("search_text", { query: "word", path: "" }))).toHaveLength(3);
		expect((await refused("search_text", { query: "word", path: "none" })).reason).toBe("not_served");
		for (const path of ["a/../z.md", "/z.md", "/a", "z.md\0", "a\\x.md", "."]) {
			expect((await refused("search_text", { query: "word", path })).reason).toBe("not_relative");
		}
	});

	test.each([
		["", "empty"],
		["a\nb", "one line"],
		["a\rb", "one line"],
		["ä".repeat(129), "256 bytes"],
		["\ud800", "surrogate"],
	])("refuses the query %j", async (query, words) => {
		const { refused } = openFiles({ "a.md": "x" });
		expect((await refused("search_text", { query })).message).toContain(words);
		expect((await refused("search_files", { query })).message).toContain(words);
	});

	test("takes a query of 256 bytes", async () => {
		const query = "ä".repeat(128);
		const { all } = openFiles({ "a.md": `${query}\n` });
		expect(await all("search_text", { query })).toHaveLength(1);
	});

	test("goes on over empty pages when a call may read little, and finds what one call does", async () => {
		const files = Object.fromEntries(
			Array.from({ length: 30 }, (_, index) => [
				`${index}.md`,
				`${"filler\n".repeat(index * 40)}word ${index}\n`,
			]),
		);
		const whole = await openFiles(files).all("search_text", { query: "word" });
		const { all, read } = openFiles(files, { limits: { maxScanBytes: 5_000 } });
		expect(whole).toHaveLength(30);
		expect(await all("search_text", { query: "word" })).toEqual(whole);
		const pages: ReadAnswer[] = [await read("search_text", { query: "none" })];
		while (pages.at(-1)?.next_cursor) {
			pages.push(await read("search_text", { query: "none", cursor: pages.at(-1)?.next_cursor }));
		}
		expect(pages.length).toBeGreaterThan(5);
		expect(pages.every(({ items }) => items.length === 0)).toBe(true);
	});

	test("finds in lines longer than it reads at once, wherever its reads fall", async () => {
		for (let shift = 0; shift < 12; shift++) {
			const long = `${"語".repeat(30_000)}${"x".repeat(shift)}needle${"y".repeat(100_000)}`;
			const { all } = openFiles(
				{ "long.txt": `first\n${long}\nneedle\n${long}` },
				{ limits: { maxScanBytes: 4_096 } },
			);
			const found = await all("search_text", { query: "needle" });
			expect(found.map(({ line }) => line)).toEqual([2, 3, 4]);
			expect(found[0]?.text).toBe("語".repeat(341));
		}
	});

	test("leaves out a long line that is not UTF-8 anywhere in it", async () => {
		const bad = Buffer.concat([
			Buffer.from(`needle${"x".repeat(300_000)}`),
			Buffer.from([0xff]),
			Buffer.from("x".repeat(300_000)),
		]);
		const { all } = openFiles({ "long.txt": Buffer.concat([bad, Buffer.from("\nneedle\n"), bad]) });
		expect((await all("search_text", { query: "needle" })).map(({ line }) => line)).toEqual([2]);
	});

	test("finds what a plain search over whole lines finds", async () => {
		// The first file of a page is searched in another way than those after it.
		const { all, folder } = openFiles({ "e.txt": "" }, { limits: { maxScanBytes: 4_096 } });
		const parts = fc.array(
			fc.constantFrom("ab", "b", "a", "ä", "\n", "\r\n", "x".repeat(900), "語".repeat(700)),
			{ maxLength: 40 },
		);
		await fc.assert(
			fc.asyncProperty(
				parts,
				fc.constantFrom("ab", "a", "ä", "xa", "語b"),
				fc.integer({ min: 1, max: 5 }),
				async (made, query, limit) => {
					const content = made.join("");
					writeFileSync(join(folder, "f.txt"), content);
					const lines = content.split("\n");
					const expected = lines.flatMap((line, index) => (line.includes(query) ? [index + 1] : []));
					const found = await all("search_text", { query, limit });
					expect(found.map(({ line }) => line)).toEqual(expected);
				},
			),
			{ numRuns: 150 },
		);
	});
});

describe("search_files", () => {
	test("finds a text anywhere in the path, dot files too, sorted", async () => {
		const { all } = openFiles({ ".env": "", "a/.env.local": "", "env/x": "", b: "" });
		expect(pathsOf(await all("search_files", { query: "env" }))).toEqual([".env", "a/.env.local", "env/x"]);
		expect(pathsOf(await all("search_files", { query: "a/." }))).toEqual(["a/.env.local"]);
		expect(pathsOf(await all("search_files", { query: "ENV" }))).toEqual([]);
	});
});

describe("list_directory", () => {
	test("lists what is right under a directory, by name", async () => {
		const { all, refused } = openFiles({ "b/x": "", "a.md": "", "a/deep/y": "", B: "" });
		expect(await all("list_directory")).toEqual([
			{ name: "B", kind: "file", path: "B" },
			{ name: "a", kind: "directory", path: "a" },
			{ name: "a.md", kind: "file", path: "a.md" },
			{ name: "b", kind: "directory", path: "b" },
		]);
		expect(await all("list_directory", { path: "a" })).toEqual([
			{ name: "deep", kind: "directory", path: "a/deep" },
		]);
		expect((await refused("list_directory", { path: "a/" })).reason).toBe("not_relative");
		expect((await refused("list_directory", { path: "." })).reason).toBe("not_relative");
	});

	test("of an empty root is empty", async () => {
		const { read } = openFiles();
		expect(await read("list_directory")).toMatchObject({ items: [], next_cursor: null });
	});
});
