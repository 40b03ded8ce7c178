import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type OpenAdmin, openAdmin } from "./open-admin.ts";

describe("the audit", () => {
	let admin: OpenAdmin;
	beforeAll(async () => {
		admin = await openAdmin();
		for (let index = 1; index <= 90; index++)
			await admin.agent("append_log", { agent_id: "bot", path: "log", entry: `entry ${index}` });
		await admin.agent("write_file", { agent_id: "other", path: "=1+1.md", content: "one\n" }).catch(() => {});
		await admin.agent("write_file", { agent_id: "other", path: "-x.md", content: "one\n" });
		await admin.anybody("/login", {
			method: "POST",
			headers: { Origin: "http://localhost" },
			body: new URLSearchParams({ password: "a wrong password" }),
		});
	});
	afterAll(() => admin[Symbol.asyncDispose]());

	const text = async (path: string) => (await admin.get(path)).text();
	const ids = (html: string) => [...html.matchAll(/<tr id="e(\d+)"/g)].map(([, id]) => Number(id));

	test("holds every event once, newest first, page by page, each page below 50 KB", async () => {
		const seen: number[] = [];
		for (let path: string | undefined = "/audit"; path !== undefined; ) {
			const html: string = await text(path);
			expect(Buffer.byteLength(html)).toBeLessThan(50 * 1024);
			seen.push(...ids(html));
			path = /href="([^"]+)" rel="next"/.exec(html)?.[1]?.replaceAll("&amp;", "&");
		}
		expect(seen).toEqual(Array.from({ length: seen.length }, (_, index) => seen.length - index));
		expect(seen.length).toBeGreaterThan(90);
	});

	test.each([
		["agent=other", /file\.write/, /log\.append<\/code> log/],
		["action=agent.create", /agent\.create<\/code> (bot|other)/, /<code>log\.append/],
		["outcome=refused", /access\.refuse<\/code> login/, /<code>file\.write/],
		["since=2999-01-01", /Nothing that is recorded fits/, /<tr id=/],
		["until=2000-01-01", /Nothing that is recorded fits/, /<tr id=/],
		["action=nonsense&outcome=x&since=2026-02-31", /log\.append/, /Nothing that is recorded fits/],
	])("shows with the filter %s what fits it alone", async (query, there, absent) => {
		const html = await text(`/audit?${query}`);
		expect(html).toMatch(there);
		expect(html.replace(/<option.*?<\/option>/g, "")).not.toMatch(absent);
	});

	test("is exported whole as lines of JSON, oldest first, and as a table that no spreadsheet runs", async () => {
		const lines = await admin.get("/audit/export.ndjson?agent=other");
		expect(lines.headers.get("Content-Disposition")).toMatch(
			/^attachment; filename="cairn-audit-[\d-]+\.ndjson"/,
		);
		expect(lines.headers.get("Content-Security-Policy")).toBe("default-src 'none'; sandbox");
		const events = (await lines.text())
			.trim()
			.split("\n")
			.map((line) => JSON.parse(line));
		expect(events.map(({ action }) => action)).toEqual(["agent.create", "file.write"]);
		expect(events[1]).toMatchObject({ object: "-x.md", outcome: "ok", actor: "local" });
		const table = await (await admin.get("/audit/export.csv?agent=other")).text();
		expect(table).toContain(",'-x.md,");
		const all = (await text("/audit/export.ndjson")).trim().split("\n");
		expect(all.map((line) => JSON.parse(line).id)).toEqual(all.map((_, index) => index + 1));
		expect(all.join()).not.toContain("entry 1");
	});

	test("is verified by a button, which names the first entry that was changed", async () => {
		const verify = async () => {
			const response = await admin.request("/audit/verification", {
				method: "POST",
				headers: { Origin: "http://localhost" },
			});
			return response.text();
		};
		expect(await verify()).toContain("The record is whole");
		const changed = ids(await text("/audit?agent=other"))[0] ?? 0;
		await admin.services.store().transaction(async (sql) => {
			const triggers = await sql.all<{ name: string }>(
				"SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'events'",
			);
			for (const { name } of triggers) await sql.run(`DROP TRIGGER "${name}"`);
			await sql.run("UPDATE events SET object = 'y.md' WHERE id = ?", changed);
		});
		const html = await verify();
		expect(html).toContain(`The record is broken at entry ${changed}, in the chain of other.`);
		expect(html).toContain("The entry was changed after it was written.");
	});
});
