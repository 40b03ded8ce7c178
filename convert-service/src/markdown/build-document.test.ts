import { describe, expect, test } from "vitest";
import { designs } from "../designs/designs.ts";
import { buildDocument } from "./build-document.ts";

const magic3 = { design: "magic3", engine: "chromium" } as const;
const body = (source: string, options: Parameters<typeof buildDocument>[1] = magic3) =>
	/<body>([\s\S]*)<\/body>/.exec(buildDocument(source, options).html)?.[1] ?? "";

describe("a document of Markdown", () => {
	test.each(designs)("in %s loads nothing: fonts and styles are in it", (design) => {
		const { html } = buildDocument("# Title\n\n*a* **b** `c`\n\n```js\nlet d;\n```\n", { ...magic3, design });
		const addresses = [...html.matchAll(/url\(["']?([^)"']{0,40})|(?:src|href)="([^"]{0,40})/g)].map(
			([, url, link]) => url ?? link,
		);
		expect(addresses.length).toBeGreaterThan(3);
		expect(addresses.filter((address) => !address?.startsWith("data:"))).toEqual([]);
	});

	test.each(designs)("in %s uses no property that the style sheet doesn't set", (design) => {
		const { html } = buildDocument("`x`", { design, engine: "weasyprint" });
		expect(html.match(/var\(--[\w-]+\)/g)).toBeNull();
	});

	test("has its title from the front matter, else from the first heading", () => {
		expect(buildDocument("---\ntitle: A\n---\n# B", magic3).title).toBe("A");
		expect(buildDocument("Text\n\n# B *c* & `<d>`", magic3).title).toBe("B c & <d>");
		expect(buildDocument("Text", magic3).title).toBeUndefined();
	});

	test("doesn't repeat the title that the first heading is as well", () => {
		expect(body("---\ntitle: A\n---\n\n# A\n\nText").match(/<h1/g)).toHaveLength(1);
		expect(body("---\ntitle: A\n---\n\n# B\n\nText").match(/<h1/g)).toHaveLength(2);
	});

	test.each([
		["~~gone~~", "<s>gone</s>"],
		["a[^1]\n\n[^1]: note", '<section class="footnotes">'],
		["a[^x] b[^x]\n\n[^x]: note", '<a href="#fn1" id="fnref1:1">1</a>'],
		["term\n: what it is", "<dt>term</dt>"],
		["- [x] done", '<li class="task"><span class="box">☑'],
		["- [ ] open", '<li class="task"><span class="box">☐'],
		["# Ä heading, twice\n# Ä heading, twice", '<h1 id="ä-heading-twice-1"'],
		["> [!NOTE]\n> text", '<blockquote class="callout note">\n<p class="callout-title">Note</p>'],
		["> [!nosuch]\n> text", "<p>[!nosuch]"],
		["https://example.org/a/b", "https://example.org/<wbr>a/<wbr>b</a>"],
		["see readme.md", "see readme.md"],
		['"quoted"', "“quoted”"],
		["<b>bold</b>", "<b>bold</b>"],
		["As follows:\n\n- a", '<p class="lead-in">'],
		["| a | b |\n|---|--:|\n| 1 | 2 |", '<td class="right">2</td>'],
		["```mermaid\ngraph LR; A-->B\n```", '<pre class="mermaid">graph LR; A--&gt;B\n</pre>'],
		["[x](javascript:alert(1))", "[x](javascript:alert(1))"],
		["![x](data:image/svg+xml;base64,AA)", '<img src="data:image/svg+xml;base64,AA"'],
	])("turns %j into what it means", (source, html) => {
		expect(body(source)).toContain(html);
	});

	test("speaks the language of its text", () => {
		expect(body("> [!WARNING]\n> Das ist nicht gut, und der Rest ist auch nicht besser.")).toContain(
			"Warnung",
		);
		expect(buildDocument("这是一个测试。", magic3).html).toContain('<html lang="zh"');
		expect(buildDocument("---\nlang: fr\n---\n", magic3).html).toContain('<html lang="fr"');
	});

	test("keeps a table of many columns on the page by its type and given widths", () => {
		const cells = (text: string) => `|${Array(12).fill(text).join("|")}|`;
		const html = body([cells("Überschrift"), cells("--"), cells("Wert")].join("\n"));
		expect(html).toContain('<table class="fitted many crowded">\n<colgroup><col style="width: 8.33%">');
		expect(body("| a | b | c |\n|--|--|--|\n| 1 | 2 | 3 |")).toContain("<table>\n<thead>");
	});

	test("is hyphenated for chromium where the design asks for it, but not in headings, code and addresses", () => {
		const source = "# Responsibility\n\nresponsibility `responsibility` example.responsibility";
		const magicM = { design: "magicM", engine: "chromium" } as const;
		expect(body(source, magicM).replaceAll("\u00ad", "|")).toContain(
			"<p>re|spon|si|bil|i|ty <code>responsibility</code> example.responsibility</p>",
		);
		expect(body(source, magicM)).toContain(">Responsibility</h1>");
		expect(body(source)).not.toContain("\u00ad");
		expect(body(source, { ...magicM, engine: "weasyprint" })).not.toContain("\u00ad");
	});

	test("says which pictures did not come along, and shows their text", () => {
		const { html, warnings } = buildDocument("![A <plan>](img/plan.png)", magic3);
		expect(html).toContain('<span class="missing-image">[A &lt;plan&gt;]</span>');
		expect(warnings.map(({ text }) => text)).toEqual([
			expect.stringMatching(/^1 image names a file beside the document/),
		]);
		expect(warnings[0]?.text).toContain("did not come along: img/plan.png;");
		const many = Array.from({ length: 7 }, (_, index) => `![](${index}.png) ![](${index}.png)`).join(" ");
		expect(buildDocument(many, magic3).warnings[0]?.text).toContain(
			"along: 0.png, 1.png, 2.png, 3.png, 4.png, 2 more;",
		);
		expect(buildDocument("![x](https://example.org/x.png)", magic3).warnings).toEqual([]);
	});

	test("carries only the fonts that its text needs", () => {
		const families = (source: string) =>
			new Set(
				buildDocument(source, magic3).html.match(/font-family: "[^"]+"; font-weight: \d+; font-style: \w+/g),
			);
		expect(families("text").size).toBe(2);
		expect(families("*text* `code`").size).toBe(4);
		expect(buildDocument("кириллица", magic3).html.length).toBeGreaterThan(
			buildDocument("latin only", magic3).html.length + 10_000,
		);
	});

	test("can't leave its title's place in the style sheet or the head", () => {
		const { html } = buildDocument("---\ntitle: '\"} </style><script>x</script>'\n---\n", magic3);
		expect(html).not.toContain("<script>x");
	});
});
