import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Document, type OpenService, openService } from "./open-service.ts";
import { book, spreadsheet } from "./packed-documents.ts";
import { pdfText } from "./pdf-text.ts";
import { fullWordDocument, PNG } from "./word-document.ts";

let service: OpenService;
beforeAll(async () => {
	service = await openService();
});
afterAll(() => service[Symbol.asyncDispose]());

const convert = (path: string, document: Document) => service.convert(path, document);

const page = (number: number) =>
	`<h1 style="break-before:page">Chapter ${number}</h1><p>Words of page ${number}.</p>`;

describe("convert", () => {
	const html = "<title>T</title><h1>Heading</h1><p>Some <b>bold</b> words.</p>";

	test("makes Markdown of HTML, Word and PDF", async () => {
		expect((await convert("/convert?to=md", html)).text()).toContain("# Heading\n\nSome **bold** words.");
		expect((await convert("/convert?to=md", await fullWordDocument())).text()).toContain("Opening sentence");
		const { bytes } = await convert("/html_to_pdf", html);
		expect((await convert("/convert?to=md", bytes)).text()).toContain("Some bold words.");
	});

	test("puts a Word document's pictures into the HTML", async () => {
		const { text, header } = await convert("/convert?to=html", await fullWordDocument());
		expect(text()).toContain(`src="data:image/png;base64,${PNG.toString("base64")}"`);
		expect(header("x-converter")).toBe("pandoc");
	});

	test("draws pages as numbered pictures in an archive", async () => {
		const { bytes } = await convert("/html_to_pdf", [1, 2, 3].map(page).join(""));
		const pictures = await convert("/convert?to=png&pages=2-3&dpi=40", bytes);
		expect(pictures.header("content-type")).toBe("application/zip");
		expect(
			Buffer.from(pictures.bytes)
				.toString("latin1")
				.match(/page-\d+\.png/g),
		).toEqual(["page-0002.png", "page-0003.png", "page-0002.png", "page-0003.png"]);
	});

	test("draws 200 pages of a longer book, and says with which to go on", async () => {
		const html = Array.from({ length: 203 }, (_, index) => page(index + 1)).join("");
		const { bytes } = await convert("/html_to_pdf?format=A5", html);
		const pictures = await convert("/convert?to=png&dpi=20", bytes);
		expect(pictures.header("x-next-page")).toBe("201");
		expect(pictures.header("x-warning")).toContain("only pages 1 to 200 are drawn");
		const rest = await convert("/convert?to=png&dpi=20&pages=201-", bytes);
		expect([rest.header("x-next-page"), rest.header("x-warning")]).toEqual([null, null]);
	});

	test.each<[string, () => Promise<Document>, string]>([
		["rtf", async () => "{\\rtf1\\ansi Visible words}", "libreoffice"],
		["xlsx", spreadsheet, "libreoffice"],
		["epub", book, "pandoc+chromium"],
		[
			"svg",
			async () => "<svg xmlns='http://www.w3.org/2000/svg'><text y='20'>Visible words</text></svg>",
			"chromium",
		],
		["md", async () => "# Visible words", "markdown-it+chromium"],
	])("knows %s by its bytes, and makes a PDF of it", async (_name, document, converter) => {
		const { bytes, header } = await convert("/convert?to=pdf", await document());
		expect(pdfText(bytes)).toContain("Visible words");
		expect(header("x-converter")).toBe(converter);
	});

	test("takes the caller's word for what kind of text a text is", async () => {
		const plain = await convert("/convert?to=pdf&from=text", "# No *heading*");
		expect(pdfText(plain.bytes)).toContain("# No *heading*");
	});

	test("reads text in slices within a budget", async () => {
		const long = `<h1>Long</h1>${Array.from({ length: 50 }, (_, i) => `<p>Paragraph ${i} has words.</p>`).join("")}`;
		const first = await convert("/convert?to=md&max_chars=300", long);
		expect(first.text()).toContain("Paragraph 0");
		expect(first.header("x-next-page")).toBe("2");
		const second = await convert("/convert?to=md&max_chars=300&pages=2", long);
		expect(first.text().length).toBeLessThanOrEqual(300);
		expect(second.text()).not.toContain("Paragraph 0 ");
		const whole = await convert("/convert?to=md", long);
		expect(whole.text().startsWith(first.text() + second.text())).toBe(true);
	});
});
