import { describe, expect, test } from "vitest";
import { codeBlock, splitLines } from "./code-lines.ts";

describe("a code block", () => {
	test("has an element for each line, and the text as it was", () => {
		const html = codeBlock("a < b\n\n  c\n", "");
		expect(html).toBe(
			'<pre class="code short"><code><span class="line">a &lt; b</span><span class="line"></span><span class="line">  c</span></code></pre>\n',
		);
	});

	test("is coloured in a language that is known, and plain in another", () => {
		expect(codeBlock("const x = 1;", "js")).toContain('<span class="hljs-keyword">const</span>');
		expect(codeBlock("const x = 1;", "nosuch")).not.toContain("hljs");
		expect(codeBlock("x", '"><script>')).not.toContain("<script>");
	});

	test("may be cut by a page when it is long", () => {
		expect(codeBlock("x\n".repeat(14), "")).toContain('"code short"');
		expect(codeBlock("x\n".repeat(15), "")).toContain('"code"');
	});

	test("closes a colour at the end of each line and takes it up again in the next", () => {
		expect(splitLines('<span class="a">1\n<span class="b">2\n3</span></span>4')).toEqual([
			'<span class="a">1</span>',
			'<span class="a"><span class="b">2</span></span>',
			'<span class="a"><span class="b">3</span></span>4',
		]);
	});
});
