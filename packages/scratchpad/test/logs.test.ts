import { describe, expect, test } from "vitest";
import { type OpenScratchpad, openScratchpad, type Way } from "./open-scratchpad.ts";

const A = { agent_id: "claude-laptop" };
const LOG = { ...A, path: "log/today" };
const WAYS: Way[] = ["local", "remote"];

async function append(pad: OpenScratchpad, count: number): Promise<void> {
	for (let index = 1; index <= count; index++)
		await pad.call("append_log", { ...LOG, entry: `entry ${index}` });
}

describe.each(WAYS)("logs, %s", (way) => {
	test("entries count 1, 2, 3 within a log and come back in order", async () => {
		await using pad = await openScratchpad({ way });
		const at = pad.clock.now();
		expect(await pad.call("append_log", { ...LOG, entry: "ä" })).toEqual({
			path: "log/today",
			entry_id: 1,
			bytes_written: 2,
		});
		pad.clock.advance(5);
		await pad.call("append_log", { ...LOG, entry: '{"step":2}' });
		expect(await pad.call("append_log", { ...A, path: "log/other", entry: "x" })).toMatchObject({
			entry_id: 1,
		});
		expect(await pad.call("read_log", LOG)).toEqual({
			entries: [
				{ entry_id: 1, entry: "ä", created_at: at },
				{ entry_id: 2, entry: '{"step":2}', created_at: at + 5 },
			],
			total: 2,
			last_entry_id: 2,
			has_more: false,
		});
	});

	test("a page holds 100 entries, and the cursor leads through all of them", async () => {
		await using pad = await openScratchpad({ way });
		await append(pad, 230);
		const ids: number[] = [];
		let since_entry = 0;
		const totals: number[] = [];
		for (;;) {
			const page = await pad.call("read_log", { ...LOG, since_entry });
			ids.push(...page.entries.map(({ entry_id }) => entry_id));
			totals.push(page.total);
			since_entry = page.last_entry_id;
			if (!page.has_more) break;
		}
		expect(ids).toEqual(Array.from({ length: 230 }, (_, index) => index + 1));
		expect(totals).toEqual([230, 130, 30]);
		expect(await pad.call("read_log", { ...LOG, since_entry: 230 })).toEqual({
			entries: [],
			total: 0,
			last_entry_id: 230,
			has_more: false,
		});
		expect(await pad.call("read_log", { ...LOG, since_entry: 999 })).toMatchObject({
			entries: [],
			last_entry_id: 999,
		});
	});

	test("tail gives the newest entries, oldest of them first", async () => {
		await using pad = await openScratchpad({ way });
		await append(pad, 5);
		const page = await pad.call("read_log", { ...LOG, tail: 2 });
		expect(page.entries.map(({ entry }) => entry)).toEqual(["entry 4", "entry 5"]);
		expect(page).toMatchObject({ total: 2, last_entry_id: 5, has_more: false });
		expect((await pad.call("read_log", { ...LOG, tail: 100 })).entries).toHaveLength(5);
		expect((await pad.fail("read_log", { ...LOG, tail: 1, since_entry: 1 })).code).toBe("invalid_input");
		expect((await pad.fail("read_log", { ...LOG, tail: 101 })).code).toBe("invalid_input");
	});

	test("an unknown log reads as empty", async () => {
		await using pad = await openScratchpad({ way });
		expect(await pad.call("read_log", LOG)).toEqual({
			entries: [],
			total: 0,
			last_entry_id: 0,
			has_more: false,
		});
		expect(await pad.call("list_logs", A)).toEqual({ logs: [], next_cursor: null });
	});

	test("logs are listed with their sums, by pages", async () => {
		await using pad = await openScratchpad({ way });
		const at = pad.clock.now();
		for (const path of ["b", "a/2", "a/1"]) await pad.call("append_log", { ...A, path, entry: "ü" });
		pad.clock.advance(7);
		await pad.call("append_log", { ...A, path: "a/1", entry: "yy" });
		const first = await pad.call("list_logs", { ...A, limit: 1 });
		expect(first.logs).toEqual([
			{ path: "a/1", entries: 2, bytes: 4, first_entry_at: at, last_entry_at: at + 7 },
		]);
		const rest = await pad.call("list_logs", { ...A, cursor: first.next_cursor });
		expect(rest.logs.map(({ path }) => path)).toEqual(["a/2", "b"]);
		expect((await pad.call("list_logs", { ...A, prefix: "a/" })).logs).toHaveLength(2);
	});

	test("an entry keeps every character", async () => {
		await using pad = await openScratchpad({ way });
		const entry = "\u0000 tab\t crlf\r\n 😀 \u202e end";
		await pad.call("append_log", { ...LOG, entry });
		expect((await pad.call("read_log", LOG)).entries[0]?.entry).toBe(entry);
	});

	test("a page of long entries ends at a megabyte, and goes on from there; tail gives the newest that fit", async () => {
		await using pad = await openScratchpad({ way });
		const entry = (n: number) => String(n).padEnd(65_000, "e");
		for (let n = 1; n <= 40; n++) await pad.call("append_log", { ...LOG, entry: entry(n) });
		const ids: number[] = [];
		for (let since_entry = 0; ; ) {
			const page = await pad.call("read_log", { ...LOG, since_entry });
			expect(JSON.stringify(page).length).toBeLessThan(1_200_000);
			ids.push(...page.entries.map(({ entry_id }) => entry_id));
			since_entry = page.last_entry_id;
			if (!page.has_more) break;
		}
		expect(ids).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
		const newest = await pad.call("read_log", { ...LOG, tail: 30 });
		expect(newest.entries.at(-1)?.entry_id).toBe(40);
		expect(newest.entries[0]?.entry_id).toBe(40 - newest.entries.length + 1);
		expect(newest).toMatchObject({ has_more: false, last_entry_id: 40, total: newest.entries.length });
	});
});
