import { describe, expect, test } from "vitest";
import { createUrls } from "./urls.ts";

describe("addresses", () => {
	test("stand under the base path", () => {
		const urls = createUrls("/cairn");
		expect(urls.home()).toBe("/cairn/");
		expect(urls.file("bot", "notes/a.md", { version: 3 })).toBe(
			"/cairn/agents/bot/files/notes/a.md?version=3",
		);
	});

	test("leave out what is not asked for", () => {
		const urls = createUrls("");
		expect(urls.files("bot", { prefix: "", cursor: undefined })).toBe("/agents/bot/files");
		expect(urls.diff("bot", "a", { from: 1, to: 2, open: [], all: false })).toBe(
			"/agents/bot/diff/a?from=1&to=2",
		);
	});

	test("repeat a setting that has several values", () => {
		expect(createUrls("").diff("bot", "a", { open: [4, 90] })).toBe("/agents/bot/diff/a?open=4&open=90");
	});

	test("name the file of a script however it is spelled", () => {
		const url = createUrls("").scriptSource("echo", "a b/~/100%.ü?#.sh", { version: "f0" });
		expect(url).toBe("/scripts/echo/source/a%20b/~/100%25.%C3%BC%3F%23.sh?version=f0");
	});

	test("keep the zero of an entry", () => {
		expect(createUrls("").log("bot", "l", { after: 0 })).toBe("/agents/bot/logs/l?after=0");
	});
});
