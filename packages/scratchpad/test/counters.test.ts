import type { Store } from "@cairn/store";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createScratchpadReader } from "../src/index.ts";
import { type OpenScratchpad, openScratchpad, type Way } from "./open-scratchpad.ts";

const A = { agent_id: "claude-laptop" };
const FILE = { ...A, path: "f" };
const WAYS: Way[] = ["local", "remote"];

describe.each(WAYS)("usage, %s", (way) => {
	test("get_usage_stats counts bytes, files, entries and operations, itself included", async () => {
		await using pad = await openScratchpad({ way });
		expect(await pad.call("get_usage_stats", A)).toEqual({
			...A,
			total_bytes: 0,
			file_count: 0,
			log_count: 0,
			total_operations: 1,
			bytes_saved: 0,
		});
		await pad.call("write_file", { ...FILE, content: "äö" });
		await pad.call("write_file", { ...FILE, content: "x" });
		await pad.call("append_log", { ...FILE, entry: "ü" });
		await pad.call("read_file", FILE);
		expect(await pad.call("get_usage_stats", A)).toMatchObject({
			total_bytes: 7,
			file_count: 1,
			log_count: 1,
			total_operations: 6,
		});
	});

	test("a call that is refused counts for nothing", async () => {
		await using pad = await openScratchpad({ way });
		await pad.call("write_file", { ...FILE, content: "x" });
		await pad.fail("write_file", { ...FILE, content: "y", expected_version: 0 });
		await pad.fail("read_file", { ...A, path: "missing" });
		await pad.fail("write_file", { ...A, path: "/", content: "x" });
		expect(await pad.call("get_usage_stats", A)).toMatchObject({ total_operations: 2, total_bytes: 1 });
	});

	test("bytes_saved is the content that a diff or an unchanged answer did not send", async () => {
		await using pad = await openScratchpad({ way });
		const lines = Array.from({ length: 1_000 }, (_, index) => `${index}: a line of ordinary length`);
		await pad.call("write_file", { ...FILE, content: lines.join("\n") });
		lines[500] = "changed";
		const content = lines.join("\n");
		await pad.call("write_file", { ...FILE, content });
		const { diff } = await pad.call("read_file", { ...FILE, since_version: 1, context: 3 });
		const sent = Buffer.byteLength(JSON.stringify(diff));
		expect(sent).toBeLessThan(content.length * 0.02);
		const afterDiff = await pad.call("get_usage_stats", A);
		expect(afterDiff.bytes_saved).toBe(content.length - sent);
		await pad.call("read_file", { ...FILE, since_version: 2 });
		const afterUnchanged = await pad.call("get_usage_stats", A);
		expect(afterUnchanged.bytes_saved).toBe(content.length - sent + content.length);
		await pad.call("read_file", FILE);
		expect((await pad.call("get_usage_stats", A)).bytes_saved).toBe(afterUnchanged.bytes_saved);
	});
});

const paths = fc.constantFrom("a", "a/b", "a_b", "z");
const texts = fc.string({ unit: "binary", maxLength: 60 }).filter((text) => text.isWellFormed());
const steps = fc.array(
	fc.oneof(
		fc.record({ operation: fc.constant("write_file"), path: paths, content: texts }),
		fc.record({
			operation: fc.constant("write_file"),
			path: paths,
			content: texts,
			expected_version: fc.integer({ min: 0, max: 3 }),
		}),
		fc.record({ operation: fc.constant("delete_file"), path: paths }),
		fc.record({ operation: fc.constant("append_log"), path: paths, entry: texts }),
		fc.record({ operation: fc.constant("read_file"), path: paths }),
		fc.record({ operation: fc.constant("read_file"), path: paths, since_last_read: fc.constant(true) }),
		fc.record({
			operation: fc.constant("read_file"),
			path: paths,
			since_version: fc.integer({ min: 1, max: 5 }),
		}),
	),
	{ minLength: 1, maxLength: 60 },
);

describe("counters", () => {
	test("after any sequence of calls they equal a recount of what is stored, and of the events", async () => {
		await fc.assert(
			fc.asyncProperty(steps, async (sequence) => {
				await using pad = await openScratchpad();
				for (const { operation, ...input } of sequence) await attempt(pad, operation, input);
				expect(await kept(pad)).toEqual(await recount(pad.store));
			}),
			{ numRuns: 60 },
		);
	});

	test("every change has its event in the same transaction, with digests that chain", async () => {
		await using pad = await openScratchpad();
		await pad.call("write_file", { ...FILE, content: "one" });
		await pad.call("write_file", { ...FILE, content: "two" });
		await pad.call("append_log", { ...FILE, entry: "secret entry" });
		await pad.call("delete_file", FILE);
		const events = await pad.store.read.all<Record<string, string | number | null>>("SELECT * FROM events");
		expect(
			events.map(({ action, object, version, entry_id, bytes }) => [
				action,
				object,
				version,
				entry_id,
				bytes,
			]),
		).toEqual([
			["agent.create", "claude-laptop", null, null, 0],
			["file.write", "f", 1, null, 3],
			["file.write", "f", 2, null, 3],
			["log.append", "f", null, 1, 12],
			["file.delete", "f", 2, null, 6],
		]);
		expect(events[2]?.before_hash).toBe(events[1]?.after_hash);
		expect(events[4]?.before_hash).toBe(events[2]?.after_hash);
		expect(JSON.stringify(events)).not.toContain("secret");
	});

	test("events can't be changed or removed, not even by SQL", async () => {
		await using pad = await openScratchpad();
		await pad.call("write_file", { ...FILE, content: "one" });
		for (const sql of ["UPDATE events SET bytes = 0", "DELETE FROM events"]) {
			await expect(pad.store.transaction((tx) => tx.run(sql))).rejects.toThrow(/events are never/);
		}
	});

	test("the day's figures add up under the UTC day of the call", async () => {
		await using pad = await openScratchpad();
		await pad.call("write_file", { ...FILE, content: "one" });
		pad.clock.advance(24 * 3_600_000);
		await pad.call("append_log", { ...FILE, entry: "two!" });
		await pad.call("read_file", FILE);
		expect(
			await pad.store.read.all("SELECT day, operations, bytes_written FROM daily_usage ORDER BY day"),
		).toEqual([
			{ day: "2026-01-15", operations: 1, bytes_written: 3 },
			{ day: "2026-01-16", operations: 2, bytes_written: 4 },
		]);
	});

	test("the owner's view shows the same and leaves no trace", async () => {
		await using pad = await openScratchpad();
		await pad.call("write_file", { ...FILE, content: "one\n" });
		await pad.call("write_file", { ...FILE, content: "two\n" });
		await pad.call("read_file", { ...FILE, version: 1 });
		await pad.call("append_log", { ...A, path: "log", entry: "x" });
		const before = await pad.store.read.all("SELECT * FROM agents, daily_usage, events, read_marks");
		const reader = createScratchpadReader(pad.store);
		const at = pad.clock.now();
		expect(await reader.getFile("claude-laptop", "f")).toMatchObject({
			version: 2,
			content: "two\n",
			versions: [
				{ version: 2, bytes: 4 },
				{ version: 1, bytes: 4 },
			],
			reads: [{ agent_id: "claude-laptop", version: 1, read_at: at }],
		});
		expect(await reader.getFile("claude-laptop", "f", { version: 1 })).toMatchObject({ content: "one\n" });
		expect(await reader.getFile("claude-laptop", "f", { version: 9 })).toBeUndefined();
		expect((await reader.diffVersions("claude-laptop", "f", { from: 1, to: 2 }))?.chunks).toEqual([
			{ op: "remove", lines: ["one"] },
			{ op: "add", lines: ["two"] },
		]);
		expect(await reader.readEntries("claude-laptop", "log")).toMatchObject({ total: 1, last_entry_id: 1 });
		// Anything may stand in an address.
		for (const id of [2_147_483_648, Number.MAX_SAFE_INTEGER]) {
			expect((await reader.readEntries("claude-laptop", "log", { before: id })).entries).toHaveLength(1);
			expect((await reader.readEntries("claude-laptop", "log", { after: id })).entries).toEqual([]);
		}
		expect(await reader.totals()).toMatchObject({ agents: 1, files: 1, logs: 1, entries: 1, bytes: 9 });
		expect(await pad.store.read.all("SELECT * FROM agents, daily_usage, events, read_marks")).toEqual(before);
	});
});

/** A step may be refused (a missing file, a conflict): then it must change nothing, which the recount shows. */
async function attempt(
	pad: OpenScratchpad,
	operation: string,
	input: Record<string, unknown>,
): Promise<void> {
	await pad.call(operation, { ...A, ...input }).catch(() => undefined);
}

async function kept({ store }: OpenScratchpad) {
	const agent = await store.read.get(
		"SELECT files, logs, entries, bytes, bytes_saved FROM agents WHERE id = ?",
		A.agent_id,
	);
	const files = await store.read.all("SELECT id, bytes, versions, retained_bytes FROM files ORDER BY id");
	const logs = await store.read.all("SELECT id, entries, bytes, last_entry_id FROM logs ORDER BY id");
	const day = await store.read.get(
		"SELECT sum(bytes_written) AS written, sum(bytes_saved) AS saved FROM daily_usage",
	);
	return { agent, files, logs, day };
}

async function recount(store: Store) {
	const agent = await store.read.get(
		`SELECT (SELECT count(*) FROM files) AS files, (SELECT count(*) FROM logs) AS logs,
		 (SELECT count(*) FROM log_entries) AS entries,
		 (SELECT coalesce(sum(length(content)), 0) FROM file_versions)
		 + (SELECT coalesce(sum(length(entry)), 0) FROM log_entries) AS bytes,
		 (SELECT coalesce(sum(bytes_saved), 0) FROM events) AS bytes_saved
		 FROM agents WHERE id = ?`,
		A.agent_id,
	);
	const files = await store.read.all(
		`SELECT f.id, length((SELECT content FROM file_versions WHERE file_id = f.id ORDER BY version DESC LIMIT 1)) AS bytes,
		 count(*) AS versions, sum(length(v.content)) AS retained_bytes
		 FROM files f JOIN file_versions v ON v.file_id = f.id GROUP BY f.id ORDER BY f.id`,
	);
	const logs = await store.read.all(
		`SELECT log_id AS id, count(*) AS entries, sum(length(entry)) AS bytes, max(entry_id) AS last_entry_id
		 FROM log_entries GROUP BY log_id ORDER BY log_id`,
	);
	const day = await store.read.get(
		`SELECT coalesce(sum(CASE WHEN action IN ('file.write', 'log.append') THEN bytes ELSE 0 END), 0) AS written,
		 coalesce(sum(bytes_saved), 0) AS saved FROM events`,
	);
	return {
		agent,
		files,
		logs,
		day: (await store.read.get("SELECT 1 FROM daily_usage")) ? day : { written: null, saved: null },
	};
}
