import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readStylesheet } from "./stylesheet.ts";

const PUBLIC = join(import.meta.dirname, "..", "public");
const STYLESHEET = join(PUBLIC, "cairn.css");

/** What pages are made by: the sources and the browser's scripts, as one text. */
function sourcesText(): string {
	const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })
		.filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
		.map((name) => join(import.meta.dirname, name));
	const scripts = readdirSync(PUBLIC)
		.filter((name) => name.endsWith(".js"))
		.map((name) => join(PUBLIC, name));
	return [...sources, ...scripts].map((file) => readFileSync(file, "utf8")).join("\n");
}

describe("the stylesheet", () => {
	const text = readStylesheet(STYLESHEET);

	test("is one file, of which each part is imported once", () => {
		expect(text).not.toContain("@import");
		const imported = [...readFileSync(STYLESHEET, "utf8").matchAll(/@import "styles\/(.+?)"/g)];
		expect(imported.map(([, name]) => name).sort()).toEqual(readdirSync(join(PUBLIC, "styles")).sort());
	});

	test("finds its icons from where it is served", () => {
		const icons = [...text.matchAll(/url\("(.+?)"\)/g)].map(([, name]) => name);
		expect(icons.length).toBeGreaterThan(0);
		for (const icon of icons) expect(readdirSync(PUBLIC)).toContain(icon);
	});

	test("has no rule for a class that nothing has", () => {
		const sources = sourcesText();
		const classes = new Set(
			[...text.replaceAll(/\/\*[\s\S]*?\*\/|"[^"]*"/g, "").matchAll(/\.([a-z][\w-]*)/g)].map(
				([, name = ""]) => name,
			),
		);
		// A class may be put together, as in `state-${state}`.
		const isUsed = (name: string) =>
			new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(sources) ||
			[...name.matchAll(/-/g)].some(({ index }) => sources.includes(`${name.slice(0, index + 1)}\${`));
		expect(classes.size).toBeGreaterThan(200);
		expect([...classes].filter((name) => !isUsed(name))).toEqual([]);
	});
});
