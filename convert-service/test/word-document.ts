import { archive } from "./archive.ts";

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const R = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

/** A picture of one red dot. */
export const PNG = Buffer.from(
	"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==",
	"base64",
);

export interface WordDocument {
	/** What stands in the body: paragraphs by `paragraph`, or any WordprocessingML. */
	readonly body: string;
	/** Relations of the document: `id: [kind, target]`; a target with a scheme is external. */
	readonly relations?: Readonly<Record<string, readonly [kind: string, target: string]>>;
	/** Relations of the document's settings, such as an attached template. */
	readonly settingsRelations?: Readonly<Record<string, readonly [kind: string, target: string]>>;
	readonly settings?: string;
	readonly parts?: Readonly<Record<string, string | Uint8Array>>;
}

export const paragraph = (text: string, inner = "") =>
	`<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r>${inner}</w:p>`;

/** A run that shows the picture of a relation. */
export const picture = (relation: string, how: "embed" | "link" = "embed") => `<w:r><w:drawing>
<wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><wp:extent cx="914400" cy="914400"/>
<wp:docPr id="1" name="Picture"/><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main">
<a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture">
<pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:nvPicPr><pic:cNvPr id="1" name="p"/><pic:cNvPicPr/></pic:nvPicPr>
<pic:blipFill><a:blip r:${how}="${relation}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill>
<pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="914400" cy="914400"/></a:xfrm><a:prstGeom prst="rect"/></pic:spPr></pic:pic>
</a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;

/** A Word document, written by hand. */
export function wordDocument(document: WordDocument): Promise<Uint8Array> {
	const { body, relations = {}, settingsRelations = {}, settings = "", parts = {} } = document;
	return archive({
		"[Content_Types].xml": contentTypes(Object.keys(parts)),
		"_rels/.rels": relationships({ main: ["officeDocument", "word/document.xml"] }),
		"word/document.xml": `${XML}<w:document ${W} ${R}><w:body>${body}</w:body></w:document>`,
		"word/_rels/document.xml.rels": relationships({ ...relations, settings: ["settings", "settings.xml"] }),
		"word/settings.xml": `${XML}<w:settings ${W} ${R}>${settings}</w:settings>`,
		"word/_rels/settings.xml.rels": relationships(settingsRelations),
		...parts,
	});
}

/** A document as an office has them: header, footer, picture, footnote, comment, table. */
export function fullWordDocument(): Promise<Uint8Array> {
	const part = (name: string, inner: string) => `${XML}<w:${name} ${W} ${R}>${inner}</w:${name}>`;
	const note = '<w:r><w:footnoteReference w:id="2"/></w:r>';
	const commented =
		'<w:commentRangeStart w:id="0"/><w:r><w:t>commented</w:t></w:r><w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r>';
	const cell = (text: string) =>
		`<w:tc><w:tcPr><w:tcW w:w="3000" w:type="dxa"/></w:tcPr>${paragraph(text)}</w:tc>`;
	const table = `<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="3000"/><w:gridCol w:w="3000"/></w:tblGrid><w:tr>${cell("Cell one")}${cell("Cell two")}</w:tr></w:tbl>`;
	const filler = Array.from({ length: 90 }, (_, index) => paragraph(`Filling paragraph ${index + 1}.`)).join(
		"",
	);
	const section =
		'<w:sectPr><w:headerReference w:type="default" r:id="header"/><w:footerReference w:type="default" r:id="footer"/></w:sectPr>';
	return wordDocument({
		body: `${paragraph("Opening sentence", note)}<w:p>${picture("image")}</w:p><w:p>${commented}</w:p>${table}${filler}${section}`,
		relations: {
			header: ["header", "header1.xml"],
			footer: ["footer", "footer1.xml"],
			notes: ["footnotes", "footnotes.xml"],
			comments: ["comments", "comments.xml"],
			image: ["image", "media/image1.png"],
		},
		parts: {
			"word/header1.xml": part("hdr", paragraph("Running header")),
			"word/footer1.xml": part("ftr", paragraph("Running footer")),
			"word/footnotes.xml": part(
				"footnotes",
				`<w:footnote w:type="separator" w:id="0"><w:p/></w:footnote><w:footnote w:id="2">${paragraph("Text of the footnote")}</w:footnote>`,
			),
			"word/comments.xml": part(
				"comments",
				`<w:comment w:id="0" w:author="A">${paragraph("A remark in the margin")}</w:comment>`,
			),
			"word/media/image1.png": PNG,
		},
	});
}

const MAIN = "application/vnd.openxmlformats-officedocument.wordprocessingml";
const PARTS: Readonly<Record<string, string>> = {
	"word/document.xml": "document.main",
	"word/settings.xml": "settings",
	"word/header1.xml": "header",
	"word/footer1.xml": "footer",
	"word/footnotes.xml": "footnotes",
	"word/comments.xml": "comments",
};

function contentTypes(parts: readonly string[]): string {
	const names = ["word/document.xml", "word/settings.xml", ...parts].filter((name) => name in PARTS);
	const overrides = names.map(
		(name) => `<Override PartName="/${name}" ContentType="${MAIN}.${PARTS[name]}+xml"/>`,
	);
	return `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/>
<Default Extension="bin" ContentType="application/octet-stream"/>${overrides.join("")}</Types>`;
}

function relationships(relations: Readonly<Record<string, readonly [string, string]>>): string {
	const all = Object.entries(relations).map(([id, [kind, target]]) => {
		const mode = /^[a-z]+:/i.test(target) ? ' TargetMode="External"' : "";
		return `<Relationship Id="${id}" Type="${RELATION}/${kind}" Target="${target}"${mode}/>`;
	});
	return `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.join("")}</Relationships>`;
}
