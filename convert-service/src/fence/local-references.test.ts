import { expect, test } from "vitest";
import { countLocalReferences } from "./local-references.ts";

test.each([
	["<p>file:///etc/passwd", 0],
	['<a href="file:///tmp/x">a link</a>', 0],
	['<img src="file:///tmp/x.png">', 1],
	["<IMG alt=x SRC=file:///tmp/x.png>", 1],
	['<link rel="stylesheet" href="file:///a.css"><iframe src=\' file:///b\'></iframe>', 2],
	["<style>@import 'file:///a.css'; p { background: url(file:///b.png) url('file:///c.png') }</style>", 3],
	['<svg><image xlink:href="file:///a.png"/></svg>', 1],
	["<".repeat(100_000), 0],
])("%s", (html, count) => {
	expect(countLocalReferences(html)).toBe(count);
});
