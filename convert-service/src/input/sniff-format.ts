import type { Format } from "../formats.ts";

/** What the first bytes tell: a format, or a container that must be looked into. */
export type Sniffed = Format | "ole";

const SIGNATURES: readonly (readonly [signature: string, sniffed: Sniffed])[] = [
	["PK\u0003\u0004", "zip"],
	["PK\u0005\u0006", "zip"],
	["\u00D0\u00CF\u0011\u00E0\u00A1\u00B1\u001A\u00E1", "ole"],
	["\u0089PNG\r\n\u001A\n", "png"],
	["\u00FF\u00D8\u00FF", "jpg"],
	["{\\rtf", "rtf"],
];

/** A PDF may have other bytes before its mark, which readers search this far. */
const PDF_MARK_WITHIN = 1024;

/** What a document is by its first bytes, whatever its sender called it. `head` should be some kilobytes. */
export function sniffBytes(head: Buffer): Sniffed | undefined {
	const start = head.subarray(0, PDF_MARK_WITHIN).toString("latin1");
	const known = SIGNATURES.find(([signature]) => start.startsWith(signature))?.[1];
	if (known !== undefined) return known;
	return start.includes("%PDF-") ? "pdf" : undefined;
}

/** Which kind of text a text is. */
export function sniffText(text: string): "html" | "svg" | "md" {
	const start = text.slice(0, 4096).replace(/^(\s|<\?xml[^>]*>|<!--[\s\S]*?-->)+/, "");
	if (/^(<!DOCTYPE svg[^>]*>\s*)?<svg[\s>]/i.test(start)) return "svg";
	if (
		/^<(!doctype html|html|head|body|title|meta|style|script|link|h[1-6]|p|div|table|section|main|article)[\s>]/i.test(
			start,
		)
	)
		return "html";
	return "md";
}

const PACKAGES: readonly (readonly [entry: string, format: Format])[] = [
	["word/document.xml", "docx"],
	["xl/workbook.xml", "xlsx"],
	["ppt/presentation.xml", "pptx"],
];

const MIMETYPES: Readonly<Record<string, Format>> = {
	"application/vnd.oasis.opendocument.text": "odt",
	"application/vnd.oasis.opendocument.spreadsheet": "ods",
	"application/vnd.oasis.opendocument.presentation": "odp",
	"application/epub+zip": "epub",
};

/** What an archive is, by its entries' names and the text of its entry `mimetype`. */
export function sniffArchive(names: readonly string[], mimetype: string | undefined): Format {
	const byMimetype = MIMETYPES[mimetype?.trim() ?? ""];
	if (byMimetype !== undefined) return byMimetype;
	return PACKAGES.find(([entry]) => names.includes(entry))?.[1] ?? "zip";
}
