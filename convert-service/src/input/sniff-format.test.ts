import { expect, test } from "vitest";
import { decodeText } from "./decode-text.ts";
import { sniffArchive, sniffBytes, sniffText } from "./sniff-format.ts";

test.each([
	["%PDF-1.7", "pdf"],
	["\u0000\u0001junk %PDF-1.4", "pdf"],
	["PK\u0003\u0004...", "zip"],
	["{\\rtf1\\ansi x}", "rtf"],
	["\u0089PNG\r\n\u001A\n", "png"],
	["\u00FF\u00D8\u00FF\u00E0", "jpg"],
	["\u00D0\u00CF\u0011\u00E0\u00A1\u00B1\u001A\u00E1", "ole"],
	["<html>", undefined],
	["# Title", undefined],
])("%j begins as %s", (head, sniffed) => {
	expect(sniffBytes(Buffer.from(head, "latin1"))).toBe(sniffed);
});

test.each([
	["<!DOCTYPE html><p>x", "html"],
	["\n <!-- a comment --> <HTML>", "html"],
	['<?xml version="1.0"?><svg xmlns="x">', "svg"],
	["<div>x</div>", "html"],
	["# Title\n\n<div>", "md"],
	["<https://example.org>", "md"],
])("%j is %s", (text, format) => {
	expect(sniffText(text)).toBe(format);
});

test.each([
	[["word/document.xml"], undefined, "docx"],
	[["xl/workbook.xml"], undefined, "xlsx"],
	[["mimetype", "content.xml"], "application/vnd.oasis.opendocument.text\n", "odt"],
	[["mimetype"], "application/epub+zip", "epub"],
	[["a.txt"], undefined, "zip"],
])("an archive of %j and mimetype %s is %s", (names, mimetype, format) => {
	expect(sniffArchive(names, mimetype)).toBe(format);
});

test.each([
	["UTF-8", Buffer.from("Grüße"), "Grüße"],
	["UTF-8 with a mark", Buffer.from("\uFEFFGrüße"), "Grüße"],
	["UTF-16", Buffer.from("\uFEFFGrüße", "utf16le"), "Grüße"],
	["Windows-1252", Buffer.from("Gr\u00FC\u00DFe \u0080", "latin1"), "Grüße €"],
	["a declared charset", Buffer.from('<meta charset="koi8-r">\u00F0', "latin1"), '<meta charset="koi8-r">П'],
	["zeros", Buffer.alloc(10), undefined],
	["control characters", Buffer.from("\u0001\u0002\u0003"), undefined],
])("%s is read", (_name, bytes, text) => {
	expect(decodeText(bytes)).toBe(text);
});
