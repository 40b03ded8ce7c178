import { describe, expect, test } from "vitest";
import { LIMITS } from "../src/index.ts";
import { openScratchpad, type Way } from "./open-scratchpad.ts";

const A = { agent_id: "claude-laptop" };
const FILE = { ...A, path: "f" };
const WAYS: Way[] = ["local", "remote"];

describe.each(WAYS)("limits, %s", (way) => {
	test.each([
		["agent_id missing", { path: "f", content: "" }, "agent_id is required"],
		["agent_id empty", { agent_id: "", path: "/", content: "" }, "agent_id must not be empty"],
		["agent_id with a space", { ...FILE, agent_id: "a b", content: "" }, "agent_id may hold only"],
		[
			"agent_id of 129 characters",
			{ ...FILE, agent_id: "a".repeat(129), content: "" },
			"agent_id may have at most 128",
		],
		["agent_id ends in a newline", { ...FILE, agent_id: "a\n", content: "" }, "agent_id may hold only"],
		["path missing", { ...A, content: "" }, "path is required"],
		["path empty", { ...A, path: "", content: "" }, "path must not be empty"],
		["path of 256 characters", { ...A, path: "p".repeat(256), content: "" }, "path may have at most 255"],
		["path absolute", { ...A, path: "/etc", content: "" }, "path must not start with /"],
		["path upwards", { ...A, path: "a/../b", content: "" }, "path must not contain .."],
		["path with two dots in a name", { ...A, path: "a..b", content: "" }, "path must not contain .."],
		["path with a space", { ...A, path: "a b", content: "" }, "path may hold only"],
		["path with a newline at its end", { ...A, path: "a\n", content: "" }, "path may hold only"],
		["path beyond ASCII", { ...A, path: "ä", content: "" }, "path may hold only"],
		["path rules before content rules", { ...A, path: "/x" }, "path must not start with /"],
		["content missing", FILE, "content is required"],
		["content of another type", { ...FILE, content: 7 }, "content must be a string"],
		[
			"expected_version negative",
			{ ...FILE, content: "", expected_version: -1 },
			"expected_version must be 0",
		],
		["expected_version broken", { ...FILE, content: "", expected_version: 1.5 }, "expected_version"],
		["half a surrogate pair", { ...FILE, content: "ab\ud83d" }, "at offset 2"],
		["the other half", { ...FILE, content: "\udc00" }, "at offset 0"],
		["an unknown argument", { ...FILE, content: "", contents: "" }, 'Unknown argument "contents"'],
	])("%s is refused by name", async (_name, input, words) => {
		await using pad = await openScratchpad({ way });
		const error = await pad.fail("write_file", input);
		expect(error.code).toBe("invalid_input");
		expect(error.message).toContain(words);
		expect((await pad.call("list_files", A)).count).toBe(0);
	});

	test("content of exactly 1 MiB is taken, one byte more is refused with limit and size", async () => {
		await using pad = await openScratchpad({ way });
		const full = "ä".repeat(LIMITS.contentBytes / 2);
		expect(await pad.call("write_file", { ...FILE, content: full })).toMatchObject({
			bytes_written: 1_048_576,
		});
		expect((await pad.call("read_file", FILE)).content).toBe(full);
		const { message } = await pad.fail("write_file", { ...FILE, content: `${full}x` });
		expect(message).toBe("content may have at most 1048576 bytes; this one has 1048577. Nothing was stored.");
	});

	test("content that is all control characters fits through every door", async () => {
		await using pad = await openScratchpad({ way });
		const content = "\u0001".repeat(LIMITS.contentBytes);
		await pad.call("write_file", { ...FILE, content });
		expect((await pad.call("read_file", FILE)).content).toBe(content);
	});

	test("an entry of exactly 64 KiB is taken, one byte more is refused", async () => {
		await using pad = await openScratchpad({ way });
		const full = "e".repeat(LIMITS.entryBytes);
		expect(await pad.call("append_log", { ...FILE, entry: full })).toMatchObject({ bytes_written: 65_536 });
		const { message } = await pad.fail("append_log", { ...FILE, entry: `${full}e` });
		expect(message).toBe("entry may have at most 65536 bytes; this one has 65537. Nothing was stored.");
	});

	test.each([
		[{ prefix: "p".repeat(256) }, "prefix may have at most 255"],
		[{ prefix: "a%" }, "prefix may hold only"],
		[{ limit: 0 }, "limit"],
		[{ limit: 1_001 }, "limit"],
		[{ cursor: "nonsense" }, "cursor is not one that this list gave out"],
	])("a list refuses %j", async (extra, words) => {
		await using pad = await openScratchpad({ way });
		expect((await pad.fail("list_files", { ...A, ...extra })).message).toContain(words);
		expect((await pad.fail("list_logs", { ...A, ...extra })).message).toContain(words);
	});
});

describe("quotas", () => {
	test("the 1,001st file is refused, and a deleted one frees its place", async () => {
		await using pad = await openScratchpad();
		for (let index = 0; index < LIMITS.filesPerAgent; index++) {
			await pad.call("write_file", { ...A, path: `f${index}`, content: "x" });
		}
		const error = await pad.fail("write_file", { ...A, path: "more", content: "x" });
		expect(error).toMatchObject({ code: "quota_exceeded", details: { quota: 1_000, used: 1_000 } });
		expect(error.message).toContain("delete_file");
		await pad.call("write_file", { ...A, path: "f1", content: "another version is fine" });
		await pad.call("delete_file", { ...A, path: "f0" });
		await pad.call("write_file", { ...A, path: "more", content: "x" });
	});

	test("bytes count what would be retained after the write: pruned versions are credited", async () => {
		await using pad = await openScratchpad();
		const megabyte = (tag: string) => tag.padEnd(LIMITS.contentBytes, "x");
		for (let file = 0; file < 10; file++) {
			for (let version = 0; version < 10; version++) {
				await pad.call("write_file", { ...A, path: `f${file}`, content: megabyte(`${file}.${version}`) });
			}
		}
		expect((await pad.call("get_usage_stats", A)).total_bytes).toBe(LIMITS.bytesPerAgent);
		const error = await pad.fail("write_file", { ...A, path: "more", content: "x" });
		expect(error).toMatchObject({
			code: "quota_exceeded",
			details: { quota: 104_857_600, used: 104_857_600 },
		});
		expect((await pad.fail("append_log", { ...A, path: "log", entry: "x" })).code).toBe("quota_exceeded");
		await pad.call("write_file", { ...A, path: "f3", content: megabyte("the eleventh prunes the first") });
		expect((await pad.call("get_usage_stats", A)).total_bytes).toBe(LIMITS.bytesPerAgent);
	});

	test("the 100,001st log entry is refused", async () => {
		await using pad = await openScratchpad();
		await pad.call("append_log", { ...A, path: "log", entry: "x" });
		// Filling up to the quota by calls would take a minute; the counter is what the rule reads.
		await pad.store.transaction((sql) => sql.run("UPDATE agents SET entries = ?", LIMITS.entriesPerAgent));
		const error = await pad.fail("append_log", { ...A, path: "log", entry: "x" });
		expect(error).toMatchObject({ code: "quota_exceeded", details: { quota: 100_000 } });
	});
});
