import { describe, expect, test } from "vitest";
import { parseColour } from "./colour.ts";
import { isDark, lightRules } from "./light-rules.ts";

function lightnessOf(css: string, property: string): number {
	const [, value = ""] =
		new RegExp(`[{;\\s]${property}:\\s*(rgba\\([^)]*\\)|[^;}]+)`).exec(lightRules(css)) ?? [];
	return parseColour(value)?.lightness ?? Number.NaN;
}

describe("a page", () => {
	test.each([
		["body{background:#111}", true],
		["html, body { margin: 0; background-color: rgb(15, 23, 42) }", true],
		[":root{background:linear-gradient(#000, #222)}", true],
		["body.dark{background:black}", true],
		[":root{--bg:#0d1117}body{background:var(--bg)}", true],
		[":root{--grey-900:#111;--ground:var(--grey-900)}html{background-color:var(--ground, white)}", true],
		[
			":root{--bg:#fff}@media (prefers-color-scheme: dark){:root{--bg:#111}}body{background:var(--bg)}",
			false,
		],
		[":root{--a:var(--b);--b:var(--a)}body{background:var(--a)}", false],
		["body{background:#fff}", false],
		[".card{background:#111}", false],
		["body{color:#111}", false],
		["", false],
	])("with the rules %j is dark: %s", (css, dark) => {
		expect(isDark(css)).toBe(dark);
	});
});

describe("the rules of a dark page", () => {
	test("get light grounds, dark text and pale lines", () => {
		const css = ".card{background:#1e293b; color:#e2e8f0;border:1px solid #334155}";
		expect(lightnessOf(css, "background")).toBeGreaterThan(0.9);
		expect(lightnessOf(css, "color")).toBeLessThan(0.3);
		expect(lightRules(css)).toMatch(/border:1px solid rgba\((2\d\d, ){3}1\)/);
	});

	test("keep the text of a button on its colour", () => {
		const css = ".btn{background:#2563eb;color:#fff}";
		expect(lightRules(css)).toBe(css);
	});

	test.each([
		"a{width:10px;content:'#111'}",
		".x{background:var(--bg);color:inherit}",
		".x{background:url(data:image/png;base64,AAAA)}",
		"#fff{margin:0}",
	])("stay as they are where they name no colour: %s", (css) => {
		expect(lightRules(css)).toBe(css);
	});
});
