import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type OpenAdmin, openAdmin } from "./open-admin.ts";
import { readChanges } from "./read-changes.ts";

const PARTIAL = { "HX-Request": "true", "HX-Request-Type": "partial" };

describe("the event stream of a page", () => {
	let admin: OpenAdmin;
	const write = (path: string, agent_id = "bot") =>
		admin.agent("write_file", { agent_id, path, content: `${path}\n` });
	const append = (path: string, agent_id = "bot") =>
		admin.agent("append_log", { agent_id, path, entry: "one" });
	beforeEach(async () => {
		admin = await openAdmin();
		await write("first");
	});
	afterEach(() => admin[Symbol.asyncDispose]());

	async function everything(): Promise<void> {
		await write("a");
		await append("a");
		await write("b");
		await write("a", "other");
	}

	test.each([
		["", ["file.write", "log.append", "file.write", "agent.create", "file.write"]],
		["?agent=bot", ["file.write", "log.append", "file.write"]],
		["?agent=bot&about=file", ["file.write", "file.write"]],
		["?agent=bot&about=log", ["log.append"]],
		["?agent=bot&about=file&path=b", ["file.write"]],
		["?agent=other", ["agent.create", "file.write"]],
	])("for %j says what concerns it", async (query, actions) => {
		const response = await admin.get(`/changes${query}`);
		expect(response.headers.get("Content-Type")).toBe("text/event-stream");
		const found = readChanges(response, actions.length);
		await everything();
		expect((await found).map(({ data }) => data)).toEqual(actions);
	});

	test("resumes after the event that the browser saw last", async () => {
		await everything();
		const all = await readChanges(await admin.get("/changes?after=0"), 3);
		const headers = { "Last-Event-ID": String(all[1]?.id) };
		const [next] = await readChanges(await admin.get("/changes?after=0", headers), 1);
		expect(next?.id).toBe(all[2]?.id);
	});

	test.each([
		"/",
		"/agents",
		"/agents/bot",
		"/agents/bot/files",
		"/agents/bot/logs",
		"/agents/bot/files/first",
	])("is named by %s once, with a part to ask for again", async (path) => {
		const html = await (await admin.get(path)).text();
		expect(html.match(/data-changes="\/changes[^"]*" data-after="\d+"/g)).toHaveLength(1);
		const href = /<div id="live" hx-get="([^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
		const part = await (await admin.get(href, PARTIAL)).text();
		expect(part).toMatch(/^<div id="live"/);
		expect(part).not.toContain("<html");
	});

	test("tells the reader of a file what is new to him, and leaves him what he reads", async () => {
		const news = async (seen: number) =>
			(await admin.get(`/agents/bot/files/first?seen=${seen}`, PARTIAL)).text();
		expect(await news(1)).not.toContain("a newer one exists");
		await admin.agent("write_file", { agent_id: "bot", path: "first", content: "second\n" });
		const html = await news(1);
		expect(html).toContain("This is version 1; a newer one exists: version 2.");
		expect(html).toContain('href="/agents/bot/diff/first?from=1&amp;to=2"');
		expect(html).toMatch(/<aside id="history" hx-swap-oob="outerMorph">.*version 2/);
		expect(html).toContain('version=1" aria-current="true"');
		expect(html).not.toContain("<code>second");
		await admin.agent("delete_file", { agent_id: "bot", path: "first" });
		expect(await news(1)).toContain("The agent has deleted this file.");
	});

	test("names no change from a version that is no longer kept", async () => {
		for (let index = 0; index < 11; index++) {
			await admin.agent("write_file", { agent_id: "bot", path: "first", content: `${index}\n` });
		}
		const html = await (await admin.get("/agents/bot/files/first?seen=1", PARTIAL)).text();
		expect(html).toContain("a newer one exists: version 12.");
		expect(html).not.toContain("from=1&amp;");
	});
});
