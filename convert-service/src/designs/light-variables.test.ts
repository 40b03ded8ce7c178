import { describe, expect, test } from "vitest";
import { parseColour, parseTriple } from "./colour.ts";
import { lightVariables } from "./light-variables.ts";

const light = (css: string) => lightVariables(`<style>:root { ${css} }</style>`).join(" ");

function lightness(declaration: string): number {
	const [, value = ""] = /: (.*?) !important/.exec(declaration) ?? [];
	return (parseColour(value) ?? parseTriple(value)?.colour)?.lightness ?? Number.NaN;
}

describe("the custom properties of a dark page", () => {
	test.each([
		"--bg: #0d1117;",
		"--background-color: rgb(17, 24, 39);",
		"--surface-2: #222;",
		"--card: hsl(222 47% 11%);",
		"--bg-primary: black;",
		"--background: 222 47% 11%;",
		"--code-bg: rgba(0,0,0,0.4);",
		"--body-bg-rgb: 17, 24, 39;",
	])("become light where they are grounds: %s", (css) => {
		expect(lightness(light(css))).toBeGreaterThan(0.9);
	});

	test.each([
		"--text: #e6edf3;",
		"--fg: white;",
		"--foreground: 210 40% 98%;",
		"--text-primary: #fff;",
		"--color-text-muted: #9aa4b2;",
		"--card-foreground: hsl(0 0% 95%);",
	])("become dark where they are text: %s", (css) => {
		expect(lightness(light(css))).toBeLessThan(0.42);
	});

	test.each(["--accent: #58a6ff;", "--primary: #8b5cf6;", "--link-color: orange; --brand: #f00;"])(
		"become green where they are accents: %s",
		(css) => {
			expect(light(css)).toContain("rgba(56, 142, 60, 1)");
		},
	);

	test("become pale where they are lines, and white where they stand on the accent", () => {
		expect(lightness(light("--border: #30363d;"))).toBeGreaterThan(0.8);
		expect(light("--primary-foreground: 222 47% 11%;")).toBe("--primary-foreground: 222 0% 100% !important;");
	});

	test.each([
		"--bg: #ffffff;",
		"--text: #1f2421;",
		"--border: #d9deda;",
		"--radius: 8px;",
		"--font: Inter, sans-serif;",
		"--shadow: 0 1px 2px #000;",
		"--ok: #3fb950;",
		"--bg: var(--other);",
	])("stay when they are light, no colour, or of no known use: %s", (css) => {
		expect(light(css)).toBe("");
	});

	test("keep their form, so that hsl(var(--x)) still holds a colour", () => {
		expect(light("--background: 222 47% 11%;")).toMatch(/^--background: [\d.]+ [\d.]+% [\d.]+% !important;$/);
		expect(light("--bg-rgb: 17, 24, 39;")).toMatch(/^--bg-rgb: \d+, \d+, \d+ !important;$/);
	});

	test("are found in attributes and without a last semicolon, each once", () => {
		expect(lightVariables('<div style="--bg:#111">')).toHaveLength(1);
		expect(lightVariables("<style>:root{--bg:#111}.x{--bg:#222}</style>")).toHaveLength(1);
	});

	test("keep the order of what stands out: a card on a page still does", () => {
		const [page = "", card = ""] = lightVariables("<style>:root{--bg:#0d1117;--bg-card:#2d333b}</style>");
		expect(lightness(page)).toBeGreaterThan(lightness(card));
	});
});
