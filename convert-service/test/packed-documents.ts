import { archive } from "./archive.ts";

/** A spreadsheet, xlsx, with one cell. */
export async function spreadsheet(): Promise<Uint8Array> {
	const types = "application/vnd.openxmlformats-officedocument.spreadsheetml";
	const relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
	const packageRelations = (kind: string, target: string) =>
		`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="${relation}/${kind}" Target="${target}"/></Relationships>`;
	const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
	return archive({
		"[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/s.xml" ContentType="${types}.worksheet+xml"/></Types>`,
		"_rels/.rels": packageRelations("officeDocument", "xl/workbook.xml"),
		"xl/workbook.xml": `<workbook ${main} xmlns:r="${relation}"><sheets><sheet name="S" sheetId="1" r:id="r"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": packageRelations("worksheet", "s.xml"),
		"xl/s.xml": `<worksheet ${main}><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Visible words</t></is></c></row></sheetData></worksheet>`,
	});
}

/** A book, epub, of one page. */
export async function book(): Promise<Uint8Array> {
	return archive({
		mimetype: "application/epub+zip",
		"META-INF/container.xml": `<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="c.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`,
		"c.opf": `<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="i"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>T</dc:title><dc:identifier id="i">i</dc:identifier><dc:language>en</dc:language></metadata><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>`,
		"a.xhtml": `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>T</title></head><body><p>Visible words</p></body></html>`,
	});
}
