import { describe, expect, test } from "vitest";
import { withTheme } from "./html-theme.ts";

const themed = (html: string) => withTheme(html, "magic3");

describe("a theme", () => {
	test("of none leaves the page as it is", () => {
		expect(withTheme("<p>x", "none")).toBe("<p>x");
	});

	test.each([
		["<!DOCTYPE html><html><head><title>x</title></head><body>", "<!DOCTYPE html><html><head>"],
		["<!-- a --><!doctype html>\n<html lang=de>\n<body>", "<!-- a --><!doctype html>\n<html lang=de>\n"],
		["<!DOCTYPE html><p>x", "<!DOCTYPE html>"],
		["<html><head prefix='x'><meta charset=utf-8>", "<html><head prefix='x'>"],
		["<header>x</header>", ""],
		["<p>no head at all", ""],
		["", ""],
		["\uFEFF<!doctype html>\n<p>x", "\uFEFF<!doctype html>\n"],
		['<p>a text that names <head> and "</head>"', ""],
	])("is put into the head of %j", (html, before) => {
		const result = themed(html);
		expect(result.startsWith(`${before}<style>`)).toBe(true);
		expect(result.endsWith(`</style>${html.slice(before.length)}`)).toBe(true);
	});

	test("lightens the rules and attributes of a dark page, and leaves its text and scripts alone", () => {
		const body = "<p style=\"color:#eee\">background:#111<script>x = 'color:#eee'</script>";
		const result = themed(`<style>body{background:#111}.card{background:#222}</style>${body}`);
		expect(result).not.toContain(".card{background:#222}");
		expect(result).not.toContain('style="color:#eee"');
		expect(result).toContain("background:#111<script>x = 'color:#eee'</script>");
	});

	test("leaves the colours of a light page as they are", () => {
		const html =
			'<style>body{background:#fff}.head{background:#111;color:#fff}</style><p style="color:#eee">';
		expect(themed(html).endsWith(html)).toBe(true);
	});

	test("numbers the pages and brings its font along", () => {
		const result = themed("<p>x");
		expect(result).toContain("counter(page)");
		expect(result).toContain("data:font/woff2;base64,");
		expect(result).not.toMatch(/url\((?!data:)/);
	});

	test("survives a page of comments and brackets without an end", () => {
		const html = "<!--".repeat(200_000) + "--x:".repeat(200_000);
		expect(themed(html)).toContain(html);
		const styles = `<body style="background:#000">${"<style>body{".repeat(50_000)}${"<body ".repeat(50_000)}`;
		expect(themed(styles)).toContain("<style>body{<style>");
	});
});
