import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type OpenAdmin, openAdmin } from "./open-admin.ts";

/** Reads events of a stream until so many have come. */
async function readEvents(response: Response, count: number): Promise<{ id: number; data: string }[]> {
	const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
	let text = "";
	const events: { id: number; data: string }[] = [];
	while (reader !== undefined && events.length < count) {
		const { value, done } = await reader.read();
		if (done) break;
		text += value;
		const blocks = text.split("\n\n");
		text = blocks.pop() ?? "";
		for (const block of blocks) {
			const id = /^id: (\d+)$/m.exec(block)?.[1];
			if (id !== undefined) events.push({ id: Number(id), data: block.replaceAll(/^data: /gm, "") });
		}
	}
	await reader?.cancel();
	return events;
}

describe("the event stream of a log", () => {
	let admin: OpenAdmin;
	const append = (entry: string, path = "log") => admin.agent("append_log", { agent_id: "bot", path, entry });
	beforeEach(async () => {
		admin = await openAdmin();
		for (const entry of ["one", "two", "three"]) await append(entry);
	});
	afterEach(() => admin[Symbol.asyncDispose]());

	test("gives what is appended after it began, as the items of the page", async () => {
		const response = await admin.get("/agents/bot/events/log");
		expect(response.headers.get("Content-Type")).toBe("text/event-stream");
		expect(response.headers.get("Cache-Control")).toBe("no-store");
		const events = readEvents(response, 2);
		await append("elsewhere", "other");
		await append("four <b>");
		await append('{"message":"five"}');
		expect(await events).toMatchObject([
			{ id: 4, data: expect.stringContaining("four &lt;b&gt;") },
			{ id: 5, data: expect.stringContaining('<p class="message" title="message">five</p>') },
		]);
	});

	test("brings the sums of the heading along", async () => {
		const response = await admin.get("/agents/bot/events/log");
		const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
		await append("four");
		let text = "";
		while (!text.includes("event: facts")) text += (await reader?.read())?.value ?? "";
		expect(text).toMatch(/data: <p class="lede" id="log-facts" data-through="4">4 entries/);
		await reader?.cancel();
	});

	test("gives with a filter what fits alone, and says how far it has come", async () => {
		const response = await admin.get("/agents/bot/events/log?q=five&after=3");
		const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
		await append("four");
		await append("five");
		let text = "";
		while (!text.includes('data-through="5"')) text += (await reader?.read())?.value ?? "";
		expect(text).toContain("<mark>five</mark>");
		expect(text.match(/^id: .*$/gm)).toEqual(["id: 5"]);
		await reader?.cancel();
	});

	test("begins after the entry that is asked for", async () => {
		const events = await readEvents(await admin.get("/agents/bot/events/log?after=1"), 2);
		expect(events.map(({ id }) => id)).toEqual([2, 3]);
	});

	test("resumes after the last event that the browser has seen", async () => {
		const events = await readEvents(
			await admin.get("/agents/bot/events/log?after=0", { "Last-Event-ID": "2" }),
			1,
		);
		expect(events.map(({ id }) => id)).toEqual([3]);
	});

	test("loses and doubles nothing while entries pour in", async () => {
		const events = readEvents(await admin.get("/agents/bot/events/log?after=0"), 153);
		for (let index = 4; index <= 153; index++) await append(`entry ${index}`);
		expect((await events).map(({ id }) => id)).toEqual(Array.from({ length: 153 }, (_, index) => index + 1));
	});

	test("ends when the server is about to end", async () => {
		const response = await admin.get("/agents/bot/events/log");
		const reader = response.body?.getReader();
		await reader?.read();
		admin.services.stop();
		for (let done = false; !done; ) done = (await reader?.read())?.done ?? true;
	});

	test("that nobody reads any more lets go of the change feed", async () => {
		const response = await admin.get("/agents/bot/events/log");
		await response.body?.cancel();
		await append("four");
		expect(await readEvents(await admin.get("/agents/bot/events/log?after=3"), 1)).toMatchObject([{ id: 4 }]);
	});
});
