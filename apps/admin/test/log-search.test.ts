import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { FakeClock } from "./fake-clock.ts";
import { countOf, type OpenAdmin, openAdmin } from "./open-admin.ts";

const DAY_MS = 86_400_000;
const LOG = "/agents/bot/logs/run";

describe("the search of a log", () => {
	let admin: OpenAdmin;
	const append = (entry: string) => admin.agent("append_log", { agent_id: "bot", path: "run", entry });
	const page = async (query: string) => (await admin.get(`${LOG}?${query}`)).text();
	const ids = (html: string) => [...html.matchAll(/id="e(\d+)"/g)].map(([, id]) => Number(id));
	afterEach(() => admin[Symbol.asyncDispose]());

	describe("over a few entries", () => {
		beforeEach(async () => {
			const clock = new FakeClock();
			clock.time = Date.UTC(2026, 10, 1, 12);
			admin = await openAdmin({ clock });
			for (const entry of [
				"started <b>",
				'{"level":"error","message":"disk full"}',
				"retried",
				"disk swapped",
			]) {
				await append(entry);
				clock.time += DAY_MS;
			}
		});

		test("shows what fits, newest first, with what was looked for set off", async () => {
			const html = await page("q=DISK");
			expect(ids(html)).toEqual([4, 2]);
			expect(html).toContain("<mark>disk</mark> swapped");
			expect(html).toContain("2 entries found from no. 1 to 4.");
			expect(html).toContain('name="q" type="search" value="DISK"');
		});

		test("finds fields, leaves out what is excluded, and shows markup as text", async () => {
			expect(ids(await page("q=level:error"))).toEqual([2]);
			expect(ids(await page("q=disk+-level:error"))).toEqual([4]);
			expect(await page(`q=${encodeURIComponent("<b>")}`)).toContain("started <mark>&lt;b&gt;</mark>");
		});

		test("keeps to days, the last one included", async () => {
			expect(ids(await page("since=2026-11-02&until=2026-11-03"))).toEqual([3, 2]);
			expect(ids(await page("q=disk&until=2026-11-03"))).toEqual([2]);
			expect(ids(await page("since=soon"))).toEqual([4, 3, 2, 1]);
		});

		test("says when nothing fits, and leads back to all entries", async () => {
			const html = await page("q=unicorn");
			expect(html).toContain("No entry fits");
			expect(html).toContain(`<a href="${LOG}">Show all entries</a>`);
			expect(html).not.toContain("data-older");
		});

		test("exports what fits", async () => {
			const lines = (await (await admin.get("/agents/bot/log-export/run?q=disk")).text())
				.trimEnd()
				.split("\n");
			expect(lines.map((line) => JSON.parse(line).entry_id)).toEqual([2, 4]);
			expect(await page("q=disk")).toContain('href="/agents/bot/log-export/run?q=disk"');
		});

		test("goes on where one page ends, and stays at what is looked for", async () => {
			for (let index = 0; index < 60; index++) await append(`copied ${index}`);
			const first = await page("q=copied");
			expect(ids(first)).toHaveLength(50);
			expect(first).toContain(`href="${LOG}?q=copied&amp;before=15" rel="next"`);
			const second = await page("q=copied&before=15");
			expect(ids(second)).toEqual([14, 13, 12, 11, 10, 9, 8, 7, 6, 5]);
			expect(second).toContain(`<a href="${LOG}?q=copied">Go to the newest</a>`);
		});

		test("stays a page of bounded size where every letter is found", async () => {
			for (let index = 0; index < 30; index++) await append("e".repeat(1_500));
			expect(Buffer.byteLength(await page("q=e"))).toBeLessThan(50 * 1_024);
		});

		test("gives whoever polls what fits, and how far it was looked through", async () => {
			const html = await (
				await admin.get(`${LOG}?q=started&after=0`, { "HX-Request": "true", "HX-Request-Type": "partial" })
			).text();
			expect(ids(html)).toEqual([1]);
			expect(html).toContain('data-through="4"');
		});
	});

	test("looks through a part of a long log at a time, and says how to go on", async () => {
		admin = await openAdmin();
		await append("needle");
		await fill("run", 25_000);
		const first = await page("q=needle");
		expect(ids(first)).toEqual([]);
		expect(first).toContain("No entry fits from no. 5,002 to 25,001");
		expect(first).toContain(`href="${LOG}?q=needle&amp;before=5002"`);
		expect(ids(await page("q=needle&before=5002"))).toEqual([1]);
		const both = await page("q=hay");
		expect(ids(both)).toHaveLength(50);
		expect(both).toContain("before=24952");
		expect(countOf(both, "<mark>hay</mark>")).toBe(50);
	});

	/** Adds entries faster than by appending them. */
	function fill(path: string, count: number): Promise<void> {
		return admin.services.store().transaction(async (sql) => {
			await sql.run(
				`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
				 INSERT INTO log_entries (log_id, entry_id, bytes, created_at, entry)
				 SELECT id, last_entry_id + i, 3, last_entry_at, CAST('hay' AS BLOB) FROM n, logs WHERE path = ?`,
				count,
				path,
			);
			await sql.run(
				"UPDATE logs SET entries = entries + ?, last_entry_id = last_entry_id + ? WHERE path = ?",
				count,
				count,
				path,
			);
		});
	}
});
