import { describe, expect, test } from "vitest";
import { openScratchpad, type Way } from "./open-scratchpad.ts";

const A = { agent_id: "claude-laptop" };
const NOTES = { ...A, path: "notes/plan.md" };
const WAYS: Way[] = ["local", "remote"];

describe.each(WAYS)("files, %s", (way) => {
	test("a file is written, read back and listed with its sizes and times", async () => {
		await using pad = await openScratchpad({ way });
		const at = pad.clock.now();
		const written = await pad.call("write_file", { ...NOTES, content: "grün\n" });
		expect(written).toEqual({ path: "notes/plan.md", version: 1, bytes_written: 6 });
		expect(await pad.call("read_file", NOTES)).toEqual({
			path: "notes/plan.md",
			current_version: 1,
			content: "grün\n",
		});
		const { files, count, next_cursor } = await pad.call("list_files", A);
		expect(files).toEqual([
			{ path: "notes/plan.md", current_version: 1, bytes: 6, created_at: at, updated_at: at },
		]);
		expect({ count, next_cursor }).toEqual({ count: 1, next_cursor: null });
	});

	test("byte-equal content makes no new version", async () => {
		await using pad = await openScratchpad({ way });
		await pad.call("write_file", { ...NOTES, content: "same" });
		expect(await pad.call("write_file", { ...NOTES, content: "same" })).toEqual({
			path: "notes/plan.md",
			version: 1,
			bytes_written: 0,
			unchanged: true,
		});
		expect((await pad.call("read_file", NOTES)).current_version).toBe(1);
	});

	test("since_version gives the chunks that turn the old text into the new one", async () => {
		await using pad = await openScratchpad({ way });
		await pad.call("write_file", { ...NOTES, content: "one\ntwo\nthree\n" });
		await pad.call("write_file", { ...NOTES, content: "one\n2\nthree\n" });
		expect(await pad.call("read_file", { ...NOTES, since_version: 1 })).toEqual({
			path: "notes/plan.md",
			current_version: 2,
			since_version: 1,
			version_too_old: false,
			diff: [
				{ op: "equal", lines: ["one"] },
				{ op: "remove", lines: ["two"] },
				{ op: "add", lines: ["2"] },
				{ op: "equal", lines: ["three"] },
			],
		});
	});

	test("context elides the equal lines that are far from a change", async () => {
		await using pad = await openScratchpad({ way });
		const lines = Array.from({ length: 100 }, (_, index) => `line ${index}`);
		await pad.call("write_file", { ...NOTES, content: lines.join("\n") });
		lines[50] = "changed";
		await pad.call("write_file", { ...NOTES, content: lines.join("\n") });
		const { diff } = await pad.call("read_file", { ...NOTES, since_version: 1, context: 1 });
		expect(diff).toEqual([
			{ op: "equal", lines: [], elided: 49 },
			{ op: "equal", lines: ["line 49"] },
			{ op: "remove", lines: ["line 50"] },
			{ op: "add", lines: ["changed"] },
			{ op: "equal", lines: ["line 51"] },
			{ op: "equal", lines: [], elided: 48, no_newline_at_end: true },
		]);
	});

	test("the current version as since_version is answered as unchanged, a later one is an error", async () => {
		await using pad = await openScratchpad({ way });
		await pad.call("write_file", { ...NOTES, content: "x" });
		const unchanged = { path: "notes/plan.md", current_version: 1, unchanged: true };
		expect(await pad.call("read_file", { ...NOTES, since_version: 1 })).toEqual(unchanged);
		const error = await pad.fail("read_file", { ...NOTES, since_version: 2 });
		expect(error).toMatchObject({ code: "invalid_input", details: { current_version: 1 } });
		expect(error.message).toContain("at version 1");
	});

	test("the ten newest versions are kept; a pruned since_version gives the whole file and says so", async () => {
		await using pad = await openScratchpad({ way });
		for (let version = 1; version <= 12; version++) {
			await pad.call("write_file", { ...NOTES, content: `version ${version}` });
		}
		expect(await pad.call("read_file", { ...NOTES, since_version: 2 })).toEqual({
			path: "notes/plan.md",
			current_version: 12,
			content: "version 12",
			version_too_old: true,
		});
		expect(await pad.call("read_file", { ...NOTES, version: 3 })).toMatchObject({
			version: 3,
			content: "version 3",
		});
		const error = await pad.fail("read_file", { ...NOTES, version: 2 });
		expect(error.message).toBe('Version 2 of "notes/plan.md" is not kept; versions 3 to 12 are.');
		expect((await pad.call("get_usage_stats", A)).total_bytes).toBe(
			"version 3".length * 7 + "version 10".length * 3,
		);
	});

	test("since_last_read remembers what the agent received, per agent, and only counts what it received", async () => {
		await using pad = await openScratchpad({ way });
		const asked = { ...NOTES, since_last_read: true };
		await pad.call("write_file", { ...NOTES, content: "a\n" });
		expect(await pad.call("read_file", asked)).toMatchObject({ current_version: 1, content: "a\n" });
		expect(await pad.call("read_file", asked)).toMatchObject({ unchanged: true });
		await pad.call("write_file", { ...NOTES, content: "a\nb\n" });
		expect(await pad.call("read_file", asked)).toMatchObject({ since_version: 1, current_version: 2 });
		expect(await pad.call("read_file", asked)).toMatchObject({ unchanged: true });
		await pad.call("read_file", { ...NOTES, version: 1 });
		expect(await pad.call("read_file", asked)).toMatchObject({ since_version: 1, current_version: 2 });
		expect(await pad.call("read_file", NOTES)).toMatchObject({ content: "a\nb\n" });
	});

	test("expected_version lets the first writer win and hands the other one the diff to merge", async () => {
		await using pad = await openScratchpad({ way });
		await pad.call("write_file", { ...NOTES, content: "one\ntwo\n", expected_version: 0 });
		await pad.call("write_file", { ...NOTES, content: "one\n2\n", expected_version: 1 });
		const error = await pad.fail("write_file", { ...NOTES, content: "eins\ntwo\n", expected_version: 1 });
		expect(error).toMatchObject({
			code: "version_conflict",
			details: {
				current_version: 2,
				diff: [
					{ op: "equal", lines: ["one"] },
					{ op: "remove", lines: ["two"] },
					{ op: "add", lines: ["2"] },
				],
			},
		});
		expect(await pad.call("read_file", NOTES)).toMatchObject({ current_version: 2, content: "one\n2\n" });
	});

	test.each([
		["0 when the file exists", 0, "exists already"],
		["a version that was pruned or never was", 7, "is not kept"],
	])("expected_version %s is a conflict that says what to do", async (_name, expected_version, words) => {
		await using pad = await openScratchpad({ way });
		await pad.call("write_file", { ...NOTES, content: "x" });
		const error = await pad.fail("write_file", { ...NOTES, content: "y", expected_version });
		expect(error).toMatchObject({ code: "version_conflict", details: { current_version: 1 } });
		expect(error.message).toContain(words);
	});

	test("expected_version of a file that isn't there is a conflict", async () => {
		await using pad = await openScratchpad({ way });
		const error = await pad.fail("write_file", { ...NOTES, content: "y", expected_version: 3 });
		expect(error).toMatchObject({ code: "version_conflict", details: { current_version: 0 } });
	});

	test("a deleted file is gone with its versions, and a new one there goes on counting", async () => {
		await using pad = await openScratchpad({ way });
		await pad.call("write_file", { ...NOTES, content: "1" });
		await pad.call("write_file", { ...NOTES, content: "2" });
		await pad.call("read_file", NOTES);
		await pad.call("append_log", { ...NOTES, entry: "a log of the same path" });
		expect(await pad.call("delete_file", NOTES)).toEqual({
			path: NOTES.path,
			deleted: true,
			versions_removed: 2,
		});
		expect(await pad.call("delete_file", NOTES)).toEqual({
			path: NOTES.path,
			deleted: false,
			versions_removed: 0,
		});
		expect((await pad.fail("read_file", NOTES)).code).toBe("not_found");
		expect((await pad.call("read_log", NOTES)).total).toBe(1);
		expect(await pad.call("write_file", { ...NOTES, content: "new life" })).toMatchObject({ version: 3 });
		expect(await pad.call("read_file", { ...NOTES, since_last_read: true })).toMatchObject({
			content: "new life",
		});
		expect(await pad.call("read_file", { ...NOTES, since_version: 2 })).toMatchObject({
			version_too_old: true,
			content: "new life",
		});
	});

	test("agents see only their own files, also of the same path", async () => {
		await using pad = await openScratchpad({ way });
		await pad.call("write_file", { ...NOTES, content: "mine" });
		await pad.call("write_file", { ...NOTES, agent_id: "other", content: "theirs" });
		expect((await pad.call("read_file", NOTES)).content).toBe("mine");
		expect((await pad.call("list_files", { agent_id: "third" })).files).toEqual([]);
	});

	test("a prefix is literal and case-sensitive: _ and % are ordinary", async () => {
		await using pad = await openScratchpad({ way });
		for (const path of ["a_b/1", "axb/1", "A_b/1", "a_b", "a_c", "zz/..z".replace("..", ".")]) {
			await pad.call("write_file", { ...A, path, content: path });
		}
		const paths = async (prefix: string) =>
			(await pad.call("list_files", { ...A, prefix })).files.map(({ path }) => path);
		expect(await paths("a_b")).toEqual(["a_b", "a_b/1"]);
		expect(await paths("A")).toEqual(["A_b/1"]);
		expect(await paths("zz/")).toEqual(["zz/.z"]);
		expect(await paths("a_b/1/")).toEqual([]);
		expect(await paths("")).toEqual(["A_b/1", "a_b", "a_b/1", "a_c", "axb/1", "zz/.z"]);
	});

	test("a long list comes in pages that neither repeat nor skip, also when files come and go in between", async () => {
		await using pad = await openScratchpad({ way });
		for (let index = 0; index < 25; index++) {
			await pad.call("write_file", { ...A, path: `f/${String(index).padStart(2, "0")}`, content: "x" });
		}
		const first = await pad.call("list_files", { ...A, prefix: "f/", limit: 10 });
		expect(first.count).toBe(10);
		await pad.call("delete_file", { ...A, path: "f/03" });
		await pad.call("write_file", { ...A, path: "f/09a", content: "x" });
		const second = await pad.call("list_files", { ...A, prefix: "f/", limit: 10, cursor: first.next_cursor });
		const third = await pad.call("list_files", { ...A, prefix: "f/", limit: 10, cursor: second.next_cursor });
		const paths = [first, second, third].flatMap((page) => page.files.map(({ path }) => path));
		expect(paths).toEqual([...new Set(paths)].sort());
		expect(paths).toHaveLength(26);
		expect(third.next_cursor).toBeNull();
		const error = await pad.fail("list_files", { ...A, prefix: "g/", cursor: first.next_cursor });
		expect(error.message).toContain("cursor is not one that this list gave out");
	});

	test.each([
		["a final newline that is missing", "a\nb\n", "a\nb"],
		["carriage returns", "a\r\nb\r\n", "a\r\nB\r\n"],
		["NUL and other controls", "a\u0000\u0001\nb", "a\u0000\u0002\nb"],
		["characters beyond the BMP and separators", "😀\u2028x\n", "😀\u2028y\n"],
		["nothing", "x", ""],
	])("content survives byte for byte: %s", async (_name, before, after) => {
		await using pad = await openScratchpad({ way });
		for (const content of [before, after]) {
			await pad.call("write_file", { ...NOTES, content });
			expect((await pad.call("read_file", NOTES)).content).toBe(content);
		}
		const { diff } = await pad.call("read_file", { ...NOTES, since_version: 1 });
		expect(diff.some(({ op }) => op !== "equal")).toBe(true);
	});

	test("two questions at once are refused", async () => {
		await using pad = await openScratchpad({ way });
		const error = await pad.fail("read_file", { ...NOTES, since_version: 1, since_last_read: true });
		expect(error.message).toBe("Give at most one of since_version, since_last_read and version.");
	});

	test("a diff that would be longer than clients take comes as the whole text, and so does a conflict's", async () => {
		await using pad = await openScratchpad({ way });
		const lines = (character: string) => `${character}\n`.repeat(520_000);
		await pad.call("write_file", { ...NOTES, content: lines("\u0001") });
		await pad.call("write_file", { ...NOTES, content: lines("\u0002") });
		const answer = await pad.call("read_file", { ...NOTES, since_version: 1 });
		expect(answer).toMatchObject({ current_version: 2, diff_too_large: true });
		expect(answer.content).toBe(lines("\u0002"));
		const error = await pad.fail("write_file", { ...NOTES, content: "x", expected_version: 1 });
		expect(error.details).toEqual({ current_version: 2 });
		expect(error.message).toContain("too large to send");
	});
});
