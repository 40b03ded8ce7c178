import { createHash } from "node:crypto";
import { appendFileSync, chmodSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { openRoot } from "../src/index.ts";
import { expectNoMount, mountFilesystem, openFiles, plant, type ReadAnswer, toolsOf } from "./open-files.ts";

const TREE = {
	"a.md": "x".repeat(5_000),
	"b.md": "word\nword\nword\n",
	"docs/c.md": "word\n",
	"docs/d.md": "word\n",
	"docs/deep/e.md": "other\n",
};

/** A call of each reading tool that has more than one page. */
const CALLS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
	list_directory: { limit: 1 },
	search_files: { query: "md", limit: 1 },
	search_text: { query: "word", limit: 1 },
	read_text_file: { path: "a.md", limit: 1 },
};

type Files = ReturnType<typeof openFiles>;

async function firstCursor(
	{ read }: Pick<Files, "read">,
	tool: string,
	input = CALLS[tool],
): Promise<string> {
	const { next_cursor } = await read(tool, input);
	if (next_cursor === null) throw new Error("there is one page only");
	return next_cursor;
}

/** What happens to the next page when the filesystem changes in between. */
async function afterChange(tool: string, input: Record<string, unknown>, change: (folder: string) => void) {
	const files = openFiles(TREE);
	const cursor = await firstCursor(files, tool, input);
	change(files.folder);
	const again = files.read(tool, { ...input, cursor });
	return again.then(
		() => "goes on",
		(error: Error) => error.message,
	);
}

const CHANGED =
	"The filesystem changed since this cursor was issued; start the traversal again without a cursor.";
const write = (path: string, content: string) => (folder: string) => plant(folder, { [path]: content });
const remove = (path: string) => (folder: string) => rmSync(join(folder, path), { recursive: true });
const touch = (path: string) => (folder: string) => utimesSync(join(folder, path), 1, 1);

describe("a cursor fails when what its pages depend on changes", () => {
	test.each<[string, string, Record<string, unknown>, (folder: string) => void]>([
		["an entry appears", "list_directory", {}, write("new.md", "")],
		["an entry goes", "list_directory", {}, remove("b.md")],
		[
			"a file becomes a directory",
			"list_directory",
			{},
			(folder) => {
				rmSync(join(folder, "b.md"));
				plant(folder, { "b.md/x.md": "" });
			},
		],
		["a directory holds nothing served any more", "list_directory", {}, remove("docs")],
		[
			"an entry of the listed directory appears",
			"list_directory",
			{ path: "docs" },
			write("docs/new.md", ""),
		],
		["a matching path appears", "search_files", { query: "md" }, write("docs/new.md", "")],
		["a matching path goes", "search_files", { query: "md" }, remove("docs/c.md")],
		[
			"a matching path is renamed",
			"search_files",
			{ query: "md" },
			(folder) => renameSync(join(folder, "b.md"), join(folder, "z.md")),
		],
		["a file in scope is written", "search_text", { query: "word" }, write("docs/deep/e.md", "changed\n")],
		["a file in scope is touched", "search_text", { query: "word" }, touch("docs/deep/e.md")],
		[
			"a file in scope is replaced by its like",
			"search_text",
			{ query: "word" },
			(folder) => {
				plant(folder, { twin: TREE["docs/d.md"] });
				renameSync(join(folder, "twin"), join(folder, "docs/d.md"));
			},
		],
		["a file in scope appears", "search_text", { query: "word", path: "docs" }, write("docs/new.md", "")],
		["a file in scope goes", "search_text", { query: "word" }, remove("a.md")],
		[
			"the file grows",
			"read_text_file",
			{ path: "a.md" },
			(folder) => appendFileSync(join(folder, "a.md"), "x"),
		],
		[
			"the file is written over at the same length",
			"read_text_file",
			{ path: "a.md" },
			write("a.md", "y".repeat(5_000)),
		],
		["the file's time is set back", "read_text_file", { path: "a.md" }, touch("a.md")],
		[
			"the file's rights change",
			"read_text_file",
			{ path: "a.md" },
			(folder) => chmodSync(join(folder, "a.md"), 0o640),
		],
	])("%s (%s)", async (_what, tool, input, change) => {
		expect(await afterChange(tool, { ...input, limit: 1 }, change)).toBe(CHANGED);
	});

	test("the file goes (read_text_file), and it says that it is missing", async () => {
		expect(await afterChange("read_text_file", { path: "a.md", limit: 1 }, remove("a.md"))).toContain(
			"no regular file",
		);
	});
});

describe.each([
	["read_text_file", { path: "f.md" }],
	["search_text", { query: "word" }],
])("a change within one step of a filesystem's clock (%s)", (tool, input) => {
	const text = (letter: string) => `${letter}word\n`.repeat(4_000);

	test("is not missed", async () => {
		// Unlike newer ones, this filesystem gives many changes the same time.
		const folder = mountFilesystem("ramfs");
		if (folder === undefined) return expectNoMount();
		const files = openFiles({}, { root: folder });
		for (let round = 0; round < 10; round++) {
			plant(folder, { "f.md": text("a") });
			const cursor = await firstCursor(files, tool, input);
			plant(folder, { "f.md": text("b") });
			expect(await files.refused(tool, { ...input, cursor })).toMatchObject({ reason: "changed" });
		}
	});

	test("may follow each look at a file that is written all the time, so a cursor over it leads no further", async () => {
		const files = openFiles({ "f.md": text("a") });
		vi.useFakeTimers({ toFake: ["Date"], now: statSync(join(files.folder, "f.md")).ctimeMs });
		onTestFinished(() => void vi.useRealTimers());
		const cursor = await firstCursor(files, tool, input);
		expect(await files.refused(tool, { ...input, cursor })).toMatchObject({ reason: "changed" });
	});

	test("can't be meant where the file's time is far ahead of this machine's clock", async () => {
		const files = openFiles({ "f.md": text("a") });
		vi.useFakeTimers({ toFake: ["Date"], now: 0 });
		onTestFinished(() => void vi.useRealTimers());
		const cursor = await firstCursor(files, tool, input);
		expect((await files.read(tool, { ...input, cursor })).items).not.toEqual([]);
	});
});

describe("a cursor survives what its pages don't depend on", () => {
	test.each<[string, string, Record<string, unknown>, (folder: string) => void]>([
		["a file is written", "list_directory", {}, write("b.md", "changed")],
		["a file appears further down", "list_directory", {}, write("docs/deep/new.md", "")],
		["another directory changes", "list_directory", { path: "docs" }, write("new.md", "")],
		["a matching file is written", "search_files", { query: "md" }, write("b.md", "changed")],
		["another path appears", "search_files", { query: "md" }, write("new.txt", "")],
		[
			"a file out of scope is written",
			"search_text",
			{ query: "word", path: "docs" },
			write("b.md", "changed"),
		],
		[
			"an unserved kind of entry appears",
			"search_text",
			{ query: "word" },
			(folder) => plant(folder, { "back\\slash": "word" }),
		],
		["another file is written", "read_text_file", { path: "a.md" }, write("b.md", "changed")],
		["a file appears beside it", "read_text_file", { path: "a.md" }, write("new.md", "")],
	])("%s (%s)", async (_what, tool, input, change) => {
		expect(await afterChange(tool, { ...input, limit: 1 }, change)).toBe("goes on");
	});
});

describe.each(Object.keys(CALLS))("a cursor of %s", (tool) => {
	const input = { ...CALLS[tool] };

	test("is refused with any byte of it changed, left out or put in", async () => {
		const files = openFiles(TREE);
		const cursor = await firstCursor(files, tool);
		const edits = new Set<string>();
		for (let index = 0; index < cursor.length; index++) {
			const [before, after] = [cursor.slice(0, index), cursor.slice(index + 1)];
			// Every other byte that can stand alone in UTF-8.
			for (let byte = 0; byte < 128; byte++) edits.add(before + String.fromCharCode(byte) + after);
			for (const byte of "A0.~é") edits.add(before + byte + cursor.slice(index));
			edits.add(before + after);
		}
		edits.delete(cursor);
		for (const edited of edits) {
			expect(await files.refused(tool, { ...input, cursor: edited })).toMatchObject({ reason: "cursor" });
		}
		expect((await files.read(tool, { ...input, cursor })).items.length).toBeGreaterThan(0);
	});

	test.each([
		["nothing", () => ""],
		["another position under the old signature", (cursor: string) => `9${cursor}`],
		[
			"a payload signed by hand",
			(cursor: string) => {
				const [payload = ""] = cursor.split(".");
				return `${payload}.${createHash("sha256").update(payload).digest("base64url")}`;
			},
		],
		["JSON as base64", () => Buffer.from(JSON.stringify({ offset: 0 })).toString("base64url")],
		["a signature with nothing signed", (cursor: string) => `.${cursor.split(".")[1]}`],
		["the old cursor with padding", (cursor: string) => `${cursor}=`],
	])("is refused when it is forged: %s", async (_what, forge) => {
		const files = openFiles(TREE);
		const cursor = forge(await firstCursor(files, tool));
		expect(await files.refused(tool, { ...input, cursor })).toMatchObject({ reason: "cursor" });
	});

	test("is refused by any other tool", async () => {
		const files = openFiles(TREE);
		const cursor = await firstCursor(files, tool);
		for (const [other, otherInput] of Object.entries(CALLS)) {
			if (other === tool) continue;
			expect(await files.refused(other, { ...otherInput, cursor })).toMatchObject({ reason: "cursor" });
		}
	});

	test("is refused with other arguments", async () => {
		const files = openFiles(TREE);
		const cursor = await firstCursor(files, tool);
		const others = {
			list_directory: { path: "docs" },
			search_files: { query: ".md" },
			search_text: { query: "wor" },
			read_text_file: { path: "b.md" },
		};
		const other = others[tool as keyof typeof others];
		expect(await files.refused(tool, { ...input, ...other, cursor })).toMatchObject({ reason: "cursor" });
	});

	test("is refused by another opening of the same root", async () => {
		const files = openFiles(TREE);
		const cursor = await firstCursor(files, tool);
		using root = openRoot({ root: files.folder, include: ["**"] });
		expect(await toolsOf(root).refused(tool, { ...input, cursor })).toMatchObject({ reason: "cursor" });
	});

	test("goes on with another limit, and gives the same items", async () => {
		const { read, all } = openFiles(TREE);
		const whole = await all(tool, { ...input, limit: 200 });
		const pages: ReadAnswer[] = [await read(tool, { ...input, limit: 1 })];
		for (let limit = 2; ; limit++) {
			const cursor = pages.at(-1)?.next_cursor;
			if (cursor === null || cursor === undefined) break;
			pages.push(await read(tool, { ...input, limit, cursor }));
		}
		expect(pages.length).toBeGreaterThan(1);
		expect(pages.flatMap(({ items }) => items)).toEqual(whole);
	});
});

describe("content_hash", () => {
	const sha256 = (text: string) => `sha256:${createHash("sha256").update(text).digest("hex")}`;

	test("covers what the call returned", async () => {
		const { read, call } = openFiles(TREE);
		expect((await read("list_directory")).content_hash).toBe(
			sha256("file\0a.md\nfile\0b.md\ndirectory\0docs\n"),
		);
		expect((await read("search_files", { query: "docs/c" })).content_hash).toBe(sha256("docs/c.md\n"));
		expect((await read("search_text", { query: "word", limit: 2 })).content_hash).toBe(
			sha256("b.md\x001\x00word\nb.md\x002\x00word\n"),
		);
		const first = await read("read_text_file", { path: "a.md", limit: 2 });
		expect(first.content_hash).toBe(sha256("x".repeat(4_096)));
		expect((await read("search_files", { query: "none" })).content_hash).toBe(sha256(""));
		expect(await call("write_text_file", { path: "w.md", content: "ä" })).toEqual({
			path: "w.md",
			bytes: 2,
			content_hash: sha256("ä"),
		});
		expect((await read("read_text_file", { path: "w.md" })).content_hash).toBe(sha256("ä"));
	});
});

test("the answer of a reading tool has three fields, and stat adds two", async () => {
	const { read, folder } = openFiles(TREE);
	writeFileSync(join(folder, "e.md"), "");
	for (const [tool, input] of Object.entries(CALLS)) {
		expect(Object.keys(await read(tool, input))).toEqual(["items", "next_cursor", "content_hash"]);
	}
	const page = await read("read_text_file", { path: "a.md", limit: 1, stat: true });
	expect(page).toMatchObject({ total_bytes: 5_000, range: { start: 0, end: 2_048 } });
	expect(await read("read_text_file", { path: "e.md", stat: true })).toMatchObject({
		items: [],
		next_cursor: null,
		total_bytes: 0,
		range: { start: 0, end: 0 },
	});
});
