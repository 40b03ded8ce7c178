import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Document, type OpenService, openService } from "./open-service.ts";
import { pdfPages, pdfText } from "./pdf-text.ts";
import { fullWordDocument, PNG, paragraph, wordDocument } from "./word-document.ts";

let service: OpenService;
beforeAll(async () => {
	service = await openService();
});
afterAll(() => service[Symbol.asyncDispose]());

/** A page gets as long as it may, so that none counts as late because the machine is busy. */
const PATIENT = "wait_ms=60000";

const convert = (path: string, document: Document) => service.convert(path, document);

const page = (number: number) =>
	`<h1 style="break-before:page">Chapter ${number}</h1><p>Words of page ${number}.</p>`;

describe("html_to_pdf", () => {
	test("makes a PDF of a page", async () => {
		const { bytes, header } = await convert(
			`/html_to_pdf?${PATIENT}`,
			"<title>T</title><h1>Grüße</h1><p>Words, words.",
		);
		expect(pdfText(bytes)).toContain("Grüße");
		expect(header("content-type")).toBe("application/pdf");
		expect(header("x-converter")).toBe("chromium");
		expect(header("x-pages")).toBe("1");
		expect(header("x-warning")).toBeNull();
	});

	test("waits for what a script puts off, and not longer", async () => {
		const html = `<p id="p">early</p><script>setTimeout(() => requestAnimationFrame(() => { p.textContent = "late"; }), 700)</script>`;
		const { bytes, header } = await convert(`/html_to_pdf?${PATIENT}`, html);
		expect(pdfText(bytes)).toContain("late");
		expect(header("x-warning")).toBeNull();
		const never = html.replace("700", "9e5");
		const given = await convert("/html_to_pdf?wait_ms=100", never);
		expect(pdfText(given.bytes)).toContain("early");
		expect(given.header("x-warning")).toContain("not settled after 100 ms");
	});

	test("shows what is there when a script never ends", async () => {
		const { bytes, header } = await convert(
			"/html_to_pdf?wait_ms=300",
			"<p>before</p><script>for (;;) {}</script><p>after</p>",
		);
		expect(pdfText(bytes)).toContain("before");
		expect(header("x-warning")).toContain("not settled after 300 ms");
	});

	test.each([
		["landscape=1", /^842 x 595$/],
		["format=A5", /^420 x 595$/],
		["format=Letter&landscape=true", /^792 x 612$/],
	])("takes the paper of %s", async (query, size) => {
		const { bytes } = await convert(`/html_to_pdf?${query}`, "<p>x");
		expect(await pdfSize(bytes)).toMatch(size);
	});

	test("takes the paper that the document asks for", async () => {
		const { bytes } = await convert("/html_to_pdf", "<style>@page{size:100mm 50mm}</style><p>x");
		expect(await pdfSize(bytes)).toMatch(/^283 x 142$/);
	});

	test.each([
		[
			"says which fonts are missing that nothing was said to stand in for",
			"Nowhere Sans, Other",
			"Nowhere Sans",
		],
		["leaves the choice of a font to a page that says what may stand in", "Nowhere Sans, serif", null],
		["is content with what stands in for a font in all systems", "Arial", null],
	])("%s", async (_name, fonts, named) => {
		const response = await service.post("/html_to_pdf", `<p>Words <b style="font-family: ${fonts}">in it`);
		expect(response.status).toBe(200);
		expect(response.headers.get("x-warning")).toBe(
			named && `fonts that are not installed were substituted: ${named}`,
		);
	});

	test("prints a header and a footer, whose markup is text, and a choice of pages", async () => {
		const query = new URLSearchParams({
			header: "<b>Draft</b> & {title}",
			footer: "{page} of {pages}",
			page_ranges: "2-3",
			margin: "2cm 15mm",
		});
		const html = `<title>Book</title>${[1, 2, 3, 4].map(page).join("")}`;
		const { bytes, header } = await convert(`/html_to_pdf?${query}`, html);
		expect(header("x-pages")).toBe("2");
		const text = pdfText(bytes);
		expect(text).toContain("<b>Draft</b> & Book");
		expect(text).toContain("2 of 4");
		expect(text).not.toContain("Chapter 1");
	});

	test("reads the encoding that a document declares, marks or has", async () => {
		const declared = Buffer.from('<meta charset="iso-8859-15"><p>Preis: 5 \u00a4', "latin1");
		expect(pdfText((await convert("/html_to_pdf", declared)).bytes)).toContain("5 €");
		const marked = Buffer.from("\uFEFF<p>Привет", "utf16le");
		expect(pdfText((await convert("/html_to_pdf", marked)).bytes)).toContain("Привет");
		const windows = Buffer.from("<p>na\u00efve", "latin1");
		expect(pdfText((await convert("/html_to_pdf", windows)).bytes)).toContain("naïve");
	});

	test("checks the result where that is asked for", async () => {
		const html = `<p>All of these words are here.<div style="break-before:page">\u{E123}</div><div style="break-before:page;height:1px"></div>`;
		const { header } = await convert("/html_to_pdf?verify=1", html);
		expect(header("x-verify")).toBe("words=1.000; blank_pages=1; missing_glyphs=0");
		const hidden = await convert(
			"/html_to_pdf?verify=1",
			'<p>Seen here.<p style="display:none">hidden words',
		);
		expect(hidden.header("x-verify")).toContain("words=0.500;");
	});
});

describe("verify=1", () => {
	/** A letter that none of the installed fonts has. */
	const rare = String.fromCodePoint(
		[0x18d00, 0x31350, 0x1df00, 0x860].find((code) => {
			const { stdout } = spawnSync("fc-list", [`:charset=${code.toString(16)}`], { encoding: "utf8" });
			return stdout === "";
		}) ?? Number.NaN,
	);

	test("counts characters that the PDF has no glyph for, whichever engine made it", async () => {
		const words = `Some words ${rare} and ${rare} more, 世界 €`;
		const documents = [
			["/html_to_pdf?", `<meta charset="utf-8"><p>${words}`],
			["/md_to_pdf?design=magicM&", words],
			["/md_to_pdf?engine=weasyprint&", words],
			["/docx_to_pdf?", await wordDocument({ body: paragraph(words) })],
		] as const;
		for (const [path, document] of documents) {
			const { header } = await convert(`${path}verify=1`, document);
			expect([path, header("x-verify")]).toEqual([path, expect.stringContaining("missing_glyphs=1")]);
		}
	});

	test("says what can't be told of a picture", async () => {
		const { header } = await convert("/convert?to=pdf&verify=1", PNG);
		expect(header("x-verify")).toMatch(/^words=unknown; blank_pages=\d; missing_glyphs=unknown$/);
	});
});

describe("md_to_pdf", () => {
	const markdown = "---\ntitle: A report\nauthor: Ada\n---\n\n# Part\n\n| a | b |\n|---|---|\n| 1 | 2 |\n";

	test.each([
		["design=collana", "markdown-it+chromium"],
		["design=magicM", "markdown-it+chromium"],
		["design=magic3&engine=weasyprint", "markdown-it+weasyprint"],
	])("makes a PDF with %s", async (query, converter) => {
		const { bytes, header } = await convert(`/md_to_pdf?${query}`, markdown);
		expect(pdfText(bytes)).toMatch(/A report[\s\S]*Ada[\s\S]*Part/);
		expect(header("x-converter")).toBe(converter);
	});

	test("draws diagrams, and shows one with a mistake as its text", async () => {
		const diagrams = "```mermaid\ngraph LR\nAlpha --> Beta\n```\n\n```mermaid\ngraph LR\nWrong ->->\n```\n";
		const { bytes, header } = await convert("/md_to_pdf", `# Diagrams\n\n${diagrams}`);
		const text = pdfText(bytes);
		expect(text).toContain("Alpha");
		expect(text).not.toContain("Alpha -->");
		expect(text).toContain("Wrong ->->");
		expect(header("x-warning")).toContain("1 diagram has a mistake");
	});
});

describe("docx_to_pdf", () => {
	test("keeps header, footer, footnote and table, and leaves remarks out", async () => {
		const { bytes, header } = await convert("/docx_to_pdf?verify=1", await fullWordDocument());
		const text = pdfText(bytes);
		for (const words of [
			"Opening sentence",
			"Running header",
			"Running footer",
			"Text of the footnote",
			"Cell two",
		]) {
			expect(text).toContain(words);
		}
		expect(text).not.toContain("A remark in the margin");
		expect(header("x-converter")).toBe("libreoffice");
		expect(Number(header("x-pages"))).toBe(pdfPages(bytes));
		expect(header("x-verify")).toContain("blank_pages=0");
	});

	test("says that macros were not run", async () => {
		const document = await wordDocument({
			body: paragraph("Text"),
			parts: { "word/vbaProject.bin": new Uint8Array(64) },
		});
		expect((await convert("/docx_to_pdf", document)).header("x-warning")).toBe(
			"the macros of this document were not run",
		);
	});

	test("says which fonts are not installed, and what stands in for them", async () => {
		const run = (font: string) =>
			`<w:p><w:r><w:rPr><w:rFonts w:ascii="${font}"/></w:rPr><w:t>Text</w:t></w:r></w:p>`;
		const document = await wordDocument({ body: run("Liberation Serif") + run("No Such Font") + run("--x") });
		expect((await convert("/docx_to_pdf", document)).header("x-warning")).toMatch(
			/^fonts that are not installed were substituted: No Such Font( \(by [\w ]+\))?$/,
		);
	});

	test("says so of other office documents as well", async () => {
		const rtf = String.raw`{\rtf1\ansi\deff0{\fonttbl{\f0\fswiss No Such Font;}}\f0 Text}`;
		const { header } = await convert("/convert?to=pdf", rtf);
		expect(header("x-warning")).toContain("substituted: No Such Font");
		expect(header("x-warning-code")).toBe("fonts");
	});

	test("gives the same text and pages for the same document", async () => {
		const document = await fullWordDocument();
		const [one, two] = await Promise.all([
			convert("/docx_to_pdf", document),
			convert("/docx_to_pdf", document),
		]);
		expect(pdfText(one.bytes)).toBe(pdfText(two.bytes));
		expect(one.header("etag")).toBe(two.header("etag"));
	});
});

describe("pdf_to_text", () => {
	let book: Uint8Array;
	beforeAll(async () => {
		const html = Array.from({ length: 200 }, (_, index) => page(index + 1)).join("");
		book = (await convert("/html_to_pdf", html)).bytes;
	});

	test("reads a book of 200 pages", async () => {
		const { text, header } = await convert("/pdf_to_text", book);
		expect(header("content-type")).toBe("text/plain; charset=utf-8");
		expect(text().split("\f")).toHaveLength(201);
		expect(text()).toBe(pdfText(book));
	});

	test("reads some pages, and says with which to go on", async () => {
		const { text, header } = await convert("/pdf_to_text?pages=3,5-6", book);
		expect(text().match(/Chapter \d+/g)).toEqual(["Chapter 3", "Chapter 5", "Chapter 6"]);
		expect(header("x-next-page")).toBe("7");
		expect((await convert("/pdf_to_text?pages=199-200", book)).header("x-next-page")).toBeNull();
	});

	test("reads whole pages within a budget, and says with which to go on", async () => {
		const { text, header } = await convert("/pdf_to_text?max_chars=100", book);
		expect(text().length).toBeLessThanOrEqual(100);
		const next = Number(header("x-next-page"));
		expect(text()).toContain(`Chapter ${next - 1}`);
		expect(text()).not.toContain(`Chapter ${next}`);
	});

	test("cuts a page that alone is beyond the budget, and loses nothing of it for whoever goes on as told", async () => {
		const whole = (await convert("/pdf_to_text?pages=199-", book)).text();
		const parts: string[] = [];
		let next = "pages=199-";
		while (next !== "") {
			const { text, header } = await convert(`/pdf_to_text?max_chars=20&${next}`, book);
			parts.push(text());
			const [page, offset] = [header("x-next-page"), header("x-next-offset")];
			next = page === null ? "" : `pages=${page}-${offset === null ? "" : `&offset=${offset}`}`;
		}
		expect(parts.join("")).toBe(whole);
		expect(parts.length).toBeGreaterThan(2);
	});

	test("says of a scan that it has no text", async () => {
		const scan = (await convert("/convert?to=pdf", PNG)).bytes;
		const { text, header } = await convert("/pdf_to_text", scan);
		expect(text().trim()).toBe("");
		expect(header("x-warning")).toContain("no text layer");
	});

	test("keeps the layout where that is asked for", async () => {
		const rows = "<tr><td width='50%'>one<td>two<tr><td>three<td>four";
		const { bytes } = await convert("/html_to_pdf", `<table width="100%">${rows}</table>`);
		expect((await convert("/pdf_to_text?layout=1", bytes)).text()).toMatch(/one {2,}two\nthree {2,}four/);
		expect((await convert("/pdf_to_text", bytes)).text()).not.toMatch(/one {2,}two/);
	});
});

test("the same document and wishes are not converted twice for whoever has the result", async () => {
	const first = await convert("/html_to_pdf", "<p>once");
	const etag = first.header("etag") ?? "";
	const again = await service.post("/html_to_pdf", "<p>once", { headers: { "if-none-match": etag } });
	expect(again.status).toBe(304);
	expect(
		(await service.post("/html_to_pdf", "<p>twice", { headers: { "if-none-match": etag } })).status,
	).toBe(200);
	expect(
		(await service.post("/html_to_pdf?scale=0.9", "<p>once", { headers: { "if-none-match": etag } })).status,
	).toBe(200);
});

test("health and formats say what the service can do", async () => {
	const health = await service.health();
	expect(health).toMatchObject({
		status: "ok",
		engines: {
			chromium: { works: true },
			libreoffice: { works: true, version: expect.stringMatching(/^\d+\.\d+/) },
		},
		queue: { running: 0, waiting: 0 },
	});
	expect(Object.keys(health.jobs[0])).not.toContain("name");
	const formats = await (await fetch(`${service.url}/formats`)).json();
	expect(formats.pairs).toContainEqual({ from: "docx", to: "pdf", converter: "libreoffice" });
	expect(formats.pairs).toContainEqual({ from: "xlsx", to: "png", converter: "libreoffice+poppler" });
});

test("every pair that is listed has a from and a to of the formats", async () => {
	const { pairs, media_types } = await (await fetch(`${service.url}/formats`)).json();
	for (const { from, to } of pairs)
		expect(Object.keys(media_types)).toEqual(expect.arrayContaining([from, to]));
});

async function pdfSize(pdf: Uint8Array): Promise<string> {
	const [, width, height] =
		/\/MediaBox\s*\[\s*0\s+0\s+([\d.]+)\s+([\d.]+)/.exec(Buffer.from(pdf).toString("latin1")) ?? [];
	return `${Math.round(Number(width))} x ${Math.round(Number(height))}`;
}
