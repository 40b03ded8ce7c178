import { expect, test } from "vitest";
import { textOfHtml } from "./text-of-html.ts";

const wordsOf = (body: string) =>
	textOfHtml(`<html><head><title>Document</title></head><body class="x">${body}</body></html>`).match(/\S+/g);

test.each([
	["<p>one <b>tw</b>o</p>", ["one", "two"]],
	["<table><tr><td>a</td><td>b</td></tr></table>", ["a", "b"]],
	['<p>word<a href="#fn1" class="footnote-ref" id="r"><sup>1</sup></a></p>', ["word"]],
	["<p>1 &lt; 2 &amp;amp; 3</p>", ["1", "<", "2", "&amp;", "3"]],
	["<blockquote><p>[!WARNING]\nHot</p></blockquote>", ["Hot"]],
	["<p>first<br />second</p>", ["first", "second"]],
])("the text of %s is %j", (html, words) => {
	expect(wordsOf(html)).toEqual(words);
});
