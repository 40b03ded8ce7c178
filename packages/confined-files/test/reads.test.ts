import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { expectNoMount, mountFilesystem, openFiles, type ReadAnswer, textOf } from "./open-files.ts";

const CHUNK = 2_048;

describe("a file's chunks, put together, are the file", () => {
	/** Characters of every length in UTF-8, moved across the edge of a chunk byte by byte. */
	const acrossEdges = ["ä", "語", "😀"].flatMap((character) =>
		Array.from({ length: 5 }, (_, shift): [string, string] => [
			`${character} from byte ${CHUNK - shift}`,
			"x".repeat(CHUNK - shift) + character.repeat(3_000),
		]),
	);

	test.each<[string, string]>([
		["nothing", ""],
		["one byte", "x"],
		["one chunk", "x".repeat(CHUNK)],
		["one chunk and a byte", "x".repeat(CHUNK + 1)],
		["one page", "x".repeat(8 * CHUNK)],
		["one page and a byte", "x".repeat(8 * CHUNK + 1)],
		["a page that ends within a character", `${"x".repeat(8 * CHUNK - 1)}😀`],
		["40,000 control characters", "\u0001".repeat(40_000)],
		[
			"every control character",
			Array.from({ length: 32 }, (_, code) => String.fromCharCode(code))
				.join("")
				.repeat(500),
		],
		["quotes and backslashes", '\\"'.repeat(20_000)],
		["line ends of Windows", "line\r\n".repeat(2_000)],
		["a byte order mark", "\ufeff# title\n"],
		["a byte order mark at a chunk's edge", `${"x".repeat(CHUNK)}\ufeff${"x".repeat(CHUNK)}`],
		["separators that JavaScript escapes", "\u2028\u2029".repeat(2_000)],
		["no characters at all, by Unicode", "\uffff\ufdd0".repeat(3_000)],
		...acrossEdges,
	])("%s", async (_what, content) => {
		const { all, read } = openFiles({ "f.txt": content });
		const chunks = await all("read_text_file", { path: "f.txt" });
		expect(textOf(chunks)).toBe(content);
		let offset = 0;
		for (const { byte_offset, text } of chunks) {
			expect(byte_offset).toBe(offset);
			const bytes = Buffer.byteLength(String(text));
			expect(bytes).toBeLessThanOrEqual(CHUNK);
			offset += bytes;
		}
		expect(offset).toBe(Buffer.byteLength(content));
		const first = await read("read_text_file", { path: "f.txt" });
		expect(first.items.length).toBeLessThanOrEqual(8);
	});

	test("whatever it holds and however many chunks are asked for", async () => {
		const { all, folder } = openFiles();
		const content = fc.array(fc.constantFrom("a", "ä", "語", "😀", "\n", "\r", "\0", '"'), {
			maxLength: 400,
		});
		await fc.assert(
			fc.asyncProperty(
				content,
				fc.integer({ min: 1, max: 40 }),
				fc.integer({ min: 1, max: 8 }),
				async (parts, times, limit) => {
					const text = parts.join("").repeat(times);
					writeFileSync(join(folder, "f.txt"), text);
					expect(textOf(await all("read_text_file", { path: "f.txt", limit }))).toBe(text);
				},
			),
			{ numRuns: 60 },
		);
	});

	test("100 MB, without holding them", async () => {
		const { folder, read } = openFiles();
		const line = `${"All work and no play makes ä dull agent. ".repeat(8)}\n`;
		const megabyte = Buffer.from(line.repeat(3_100)).subarray(0, 1_048_320);
		const expected = createHash("sha256");
		for (let written = 0; written < 100; written++) {
			appendFileSync(join(folder, "large.txt"), megabyte);
			expected.update(megabyte);
		}
		const before = heldBytes();
		const found = createHash("sha256");
		for (let cursor: string | null | undefined; cursor !== null; ) {
			const page: ReadAnswer = await read("read_text_file", { path: "large.txt", cursor });
			for (const { text } of page.items) found.update(String(text));
			cursor = page.next_cursor;
		}
		expect(found.digest("hex")).toBe(expected.digest("hex"));
		expect(heldBytes() - before).toBeLessThan(50_000_000);
	});
});

/** Bytes of buffers that somebody holds: what only waits for the collector, whenever that comes, doesn't count. */
function heldBytes(): number {
	setFlagsFromString("--expose-gc");
	runInNewContext("gc")();
	return process.memoryUsage().arrayBuffers;
}

describe("what is no text is refused", () => {
	test.each<[string, Uint8Array]>([
		["a lone byte", Uint8Array.of(0xff)],
		["a character cut at the end of the file", Buffer.from("ab😀").subarray(0, 5)],
		["an overlong encoding", Uint8Array.of(0xc0, 0xaf)],
		["half a surrogate pair", Uint8Array.of(0xed, 0xa0, 0x80)],
		["at a chunk's edge", Buffer.concat([Buffer.alloc(CHUNK - 1, 120), Uint8Array.of(0xe2, 0x82, 120)])],
		[
			"in the middle of a large file",
			Buffer.concat([Buffer.alloc(500_000, 120), Uint8Array.of(0x80), Buffer.alloc(500_000, 120)]),
		],
		["only continuation bytes", Buffer.alloc(10_000, 0x80)],
	])("%s, at its first page", async (_what, content) => {
		const { refused } = openFiles({ "f.bin": content });
		expect(await refused("read_text_file", { path: "f.bin" })).toMatchObject({ reason: "not_text" });
	});
});

test("a limit above 8 chunks is lowered to it, and one below 1 is an error", async () => {
	const { read, refused } = openFiles({ "f.txt": "x".repeat(40_000) });
	expect((await read("read_text_file", { path: "f.txt", limit: 1_000 })).items).toHaveLength(8);
	for (const limit of [0, -1, 1.5]) {
		expect((await refused("read_text_file", { path: "f.txt", limit })).message).toContain("limit");
	}
});

test("the size of a file is told exactly, or not at all where JSON's numbers can't tell it", async () => {
	const root = mountFilesystem("tmpfs");
	if (root === undefined) return expectNoMount();
	const { read } = openFiles({ "most.txt": "", "more.txt": "" }, { root });
	// Node.js sets no size that is beyond these numbers.
	expect(spawnSync("truncate", ["-s", "9007199254740991", join(root, "most.txt")]).status).toBe(0);
	expect(spawnSync("truncate", ["-s", "9007199254740992", join(root, "more.txt")]).status).toBe(0);
	const first = async (path: string) => read("read_text_file", { path, limit: 1, stat: true });
	expect(await first("most.txt")).toMatchObject({ total_bytes: Number.MAX_SAFE_INTEGER });
	const more = await first("more.txt");
	expect(more).not.toHaveProperty("total_bytes");
	expect(more).toMatchObject({ range: { start: 0, end: CHUNK }, next_cursor: expect.any(String) });
});

test("a file that the size limit hides is missing from every tool, and not written over", async () => {
	const files = { "small.md": "word", "large.md": "word".repeat(100) };
	const { all, refused, folder } = openFiles(files, { limits: { maxFileBytes: 100 } });
	expect(await all("list_directory")).toHaveLength(1);
	expect(await all("search_files", { query: "md" })).toHaveLength(1);
	expect(await all("search_text", { query: "word" })).toHaveLength(1);
	expect((await refused("read_text_file", { path: "large.md" })).reason).toBe("missing");
	expect((await refused("search_text", { path: "large.md", query: "word" })).reason).toBe("not_served");
	const write = await refused("write_text_file", { path: "new.md", content: "x".repeat(101) });
	expect(write.message).toContain("--max-file-bytes");
	const over = await refused("write_text_file", { path: "large.md", content: "x" });
	expect(over).toMatchObject({
		reason: "write_rule",
		message: expect.stringContaining("--max-file-bytes"),
	});
	expect(readFileSync(join(folder, "large.md"), "utf8")).toBe(files["large.md"]);
});
