import { describe, expect, test } from "vitest";
import { loadAssets } from "./assets.ts";

describe("the browser's files", () => {
	const assets = loadAssets();

	test("hold the stylesheet, the scripts, the icons and htmx", () => {
		for (const name of ["cairn.css", "cairn.js", "live.js", "cairn.svg", "cairn.png", "htmx.js"]) {
			expect(assets.files.get(name)?.body.byteLength, name).toBeGreaterThan(100);
		}
	});

	test("stand under a digest of them all", () => {
		expect(assets.folder).toMatch(/^[0-9a-f]{12}$/);
		expect(loadAssets().folder).toBe(assets.folder);
	});

	test("import only each other", () => {
		for (const [name, { body, type }] of assets.files) {
			if (!type.startsWith("text/javascript") || name === "htmx.js") continue;
			const text = new TextDecoder().decode(body);
			for (const [, from = ""] of text.matchAll(/from "(.+?)"/g)) {
				expect(assets.files.has(from.replace("./", "")), `${name} imports ${from}`).toBe(true);
			}
		}
	});
});
