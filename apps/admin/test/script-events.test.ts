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
