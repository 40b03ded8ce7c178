import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { manifestOf, type OpenScripts, openScripts } from "./open-scripts.ts";
import { readChanges } from "./read-changes.ts";

describe("the event stream of scripts", () => {
	let scripts: OpenScripts;
	const write = (dir: string, line: string) =>
		scripts.write(dir, { "manifest.yaml": manifestOf(dir), "run.sh*": `#!/bin/sh\n${line}\n` });
	const actions = async (path: string, count: number, headers: Record<string, string> = {}) =>
		(await readChanges(await scripts.admin.get(path, headers), count)).map(({ data }) => data);
	beforeEach(async () => {
		scripts = await openScripts();
		await write("echo", "one");
	});
	afterEach(() => scripts[Symbol.asyncDispose]());

	test("says that something happened that the list shows, which no run is", async () => {
		const response = await scripts.admin.get("/script-events");
		expect(response.headers.get("Content-Type")).toBe("text/event-stream");
		const found = readChanges(response, 3);
		await scripts.run({ dir: "echo" });
		await write("echo", "two");
		await scripts.post("/scripts/echo/offer", { enabled: "off" });
		await scripts.remove("echo");
		expect((await found).map(({ data }) => data)).toEqual(["script.see", "script.disable", "script.remove"]);
	});

	test("says all that happened to one script, runs included, and nothing of others", async () => {
		const found = readChanges(await scripts.admin.get("/script-events?dir=echo"), 2);
		await write("other", "one");
		await scripts.admin.agent("write_file", { agent_id: "bot", path: "echo", content: "x" });
		await scripts.run({ dir: "echo" });
		await write("echo", "two");
		expect((await found).map(({ data }) => data)).toEqual(["script.run", "script.see"]);
	});

	test("says that a script broke or was mended, and what laptops hold, to the list and to each script", async () => {
		const [list, one] = ["", "?dir=echo"].map(async (query) =>
			readChanges(await scripts.admin.get(`/script-events${query}`), 3),
		);
		await scripts.write("echo", { "manifest.yaml": "name: [" });
		await scripts.laptop("thinkpad", { echo: "1" });
		await scripts.write("echo", { "manifest.yaml": manifestOf("echo") });
		const told = ["script.break", "laptop.report", "script.mend"];
		expect((await list)?.map(({ data }) => data)).toEqual(told);
		expect((await one)?.map(({ data }) => data)).toEqual(told);
	});

	test("is followed by the page of laptops, which can be asked for its part alone", async () => {
		await scripts.laptop("thinkpad", { echo: "1" });
		const html = await scripts.text("/laptops");
		expect(html).toContain('data-changes="/script-events"');
		expect(html).toContain('hx-get="/laptops"');
		const part = await scripts.text("/laptops", { "HX-Request": "true", "HX-Request-Type": "partial" });
		expect(part).toMatch(/^<div id="live".*thinkpad.*<\/div>$/s);
	});

	test("begins after the event that is asked for, or that the browser has seen", async () => {
		await write("echo", "two");
		await write("echo", "three");
		expect(await actions("/script-events?after=0", 3)).toHaveLength(3);
		const [first] = await readChanges(await scripts.admin.get("/script-events?after=0"), 1);
		const [resumed] = await readChanges(
			await scripts.admin.get("/script-events?after=0", { "Last-Event-ID": String(first?.id) }),
			1,
		);
		expect(resumed?.id).toBeGreaterThan(first?.id ?? 0);
	});

	test("is named by the page together with the last event that the page knows of", async () => {
		const html = await scripts.text("/scripts/echo");
		const [, stream = "", after = ""] = /data-changes="([^"]*)" data-after="(\d+)"/.exec(html) ?? [];
		expect(stream).toBe("/script-events?dir=echo");
		await write("echo", "two");
		expect(await actions(`${stream}&after=${after}`, 1)).toEqual(["script.see"]);
	});
});
